"""What the small suites speak of: eight domains of everyday facts, written by hand, each in several wordings.

A fact is said in one wording and updated in the other; a question shares few words with either. `MISSING` are questions
about the same domain that no fact answers. Nobody is named: people are roles.
"""

from __future__ import annotations

from typing import NamedTuple


class Fact(NamedTuple):
    """first, later: two wordings, with `{}` for the value. values: the old and the new one. asked: two questions."""

    first: str
    later: str
    values: tuple[str, str]
    asked: tuple[str, str]


DOMAINS: dict[str, tuple[Fact, ...]] = {
    "home": (
        Fact(
            "The rent of the flat is {} euros a month.",
            "The landlord now asks {} euros in rent each month.",
            ("840", "910"),
            ("How much is the rent?", "What does the flat cost each month?"),
        ),
        Fact(
            "The spare key lies {}.",
            "I moved the spare key; it is {} from now on.",
            ("under the flowerpot", "in the letterbox"),
            ("Where is the spare key?", "Where do I find the second key?"),
        ),
        Fact(
            "The bins are collected on {}.",
            "From this month the bins are emptied on {}.",
            ("Tuesday", "Friday"),
            ("When are the bins collected?", "On which day do they collect the bins?"),
        ),
        Fact(
            "The dog eats {} for breakfast.",
            "The vet put the dog on {} in the morning.",
            ("dry food", "boiled chicken"),
            ("What does the dog eat in the morning?", "What is breakfast for the dog?"),
        ),
        Fact(
            "The kitchen walls are painted {}.",
            "We repainted the walls of the kitchen in {}.",
            ("yellow", "pale green"),
            ("What colour is the kitchen?", "Which colour do the kitchen walls have?"),
        ),
        Fact(
            "The wifi password is {}.",
            "I changed the password of the wifi to {}.",
            ("quiet-otter-19", "brave-heron-72"),
            ("What is the wifi password?", "How do I get onto the wifi?"),
        ),
        Fact(
            "The heating is set to {} degrees at night.",
            "At night the heating now runs at {} degrees.",
            ("16", "18"),
            ("How warm is the heating at night?", "Which night temperature is the heating set to?"),
        ),
        Fact(
            "Our cleaner comes on {} mornings.",
            "The cleaner asked to come on {} mornings instead.",
            ("Monday", "Thursday"),
            ("When does the cleaner come?", "Which morning is the cleaner here?"),
        ),
    ),
    "travel": (
        Fact(
            "The flight to Lisbon leaves at {}.",
            "The airline moved the Lisbon flight; departure is at {}.",
            ("07:40", "11:15"),
            ("When does the flight to Lisbon leave?", "What time is the departure to Lisbon?"),
        ),
        Fact(
            "We stay at the {} hotel in Porto.",
            "I cancelled that booking; in Porto we sleep at the {} hotel.",
            ("Harbour", "Old Mill"),
            ("Which hotel do we stay at in Porto?", "Where do we sleep in Porto?"),
        ),
        Fact(
            "My seat on the train is {}.",
            "They gave me another seat on the train: {}.",
            ("44B", "12A"),
            ("Which seat do I have on the train?", "What is my train seat?"),
        ),
        Fact(
            "The hire car is a {}.",
            "The hire company swapped the car for a {}.",
            ("small diesel", "seven-seat van"),
            ("What kind of hire car do we get?", "Which car did we hire?"),
        ),
        Fact(
            "The museum tour begins at {}.",
            "The guide says that the tour of the museum starts at {} now.",
            ("ten", "half past two"),
            ("When does the museum tour begin?", "At what time does the guide start the tour?"),
        ),
        Fact(
            "My passport expires in {}.",
            "I renewed the passport, and it is valid until {}.",
            ("March 2026", "June 2036"),
            ("When does my passport expire?", "How long is my passport valid?"),
        ),
        Fact(
            "The budget for the trip is {} euros.",
            "We raised what we may spend on the trip to {} euros.",
            ("1500", "2200"),
            ("What is the budget for the trip?", "How much may we spend on the trip?"),
        ),
        Fact(
            "The ferry docks at pier {}.",
            "Because of works the ferry uses pier {} this week.",
            ("3", "9"),
            ("At which pier does the ferry dock?", "Which pier is the ferry at?"),
        ),
    ),
    "project": (
        Fact(
            "The release is planned for {}.",
            "The release slipped; the new date is {}.",
            ("12 May", "2 June"),
            ("When is the release?", "On which date do we release?"),
        ),
        Fact(
            "The service stores its sessions in {}.",
            "Sessions of the service were migrated to {}.",
            ("Redis", "Postgres"),
            ("Where are sessions stored?", "Which database holds the sessions?"),
        ),
        Fact(
            "Code reviews need {} approvals.",
            "The rule for reviews changed to {} approvals.",
            ("two", "one"),
            ("How many approvals does a review need?", "How many people must approve a code review?"),
        ),
        Fact(
            "The stand-up is at {} every day.",
            "We moved the daily stand-up to {}.",
            ("9:30", "10:15"),
            ("When is the stand-up?", "At what time is the daily stand-up?"),
        ),
        Fact(
            "The API allows {} requests a minute.",
            "The rate limit of the API was set to {} requests a minute.",
            ("100", "250"),
            ("What is the rate limit of the API?", "How many requests does the API allow?"),
        ),
        Fact(
            "The build runs on {}.",
            "Since the migration the build runs on {}.",
            ("Jenkins", "Buildkite"),
            ("What does the build run on?", "Which system runs our build?"),
        ),
        Fact(
            "Logs are kept for {} days.",
            "Retention of logs was changed to {} days.",
            ("30", "90"),
            ("How long are logs kept?", "For how many days do we keep logs?"),
        ),
        Fact(
            "The frontend is written in {}.",
            "The team rewrote the frontend in {}.",
            ("Angular", "Svelte"),
            ("What is the frontend written in?", "Which framework does the frontend use?"),
        ),
    ),
    "service": (
        Fact(
            "The customer's parcel goes to {}.",
            "The customer changed the delivery address of the parcel to {}.",
            ("12 Mill Lane", "7 Station Road"),
            ("Where does the parcel go?", "What is the delivery address?"),
        ),
        Fact(
            "The ticket about the broken lamp is {}.",
            "Update on the ticket of the broken lamp: it is {} now.",
            ("open", "waiting for a spare part"),
            ("What is the state of the lamp ticket?", "How is the ticket about the broken lamp?"),
        ),
        Fact(
            "Returns are accepted within {} days.",
            "New policy: returns within {} days.",
            ("14", "30"),
            ("How long are returns accepted?", "Within how many days can something be returned?"),
        ),
        Fact(
            "The customer pays by {}.",
            "The customer switched payment to {}.",
            ("bank transfer", "credit card"),
            ("How does the customer pay?", "Which payment does the customer use?"),
        ),
        Fact(
            "Express shipping costs {} euros.",
            "The price of express shipping went to {} euros.",
            ("9", "12"),
            ("What does express shipping cost?", "How much is express shipping?"),
        ),
        Fact(
            "The warranty on the dishwasher lasts {}.",
            "The maker extended the dishwasher's warranty to {}.",
            ("two years", "five years"),
            ("How long is the warranty on the dishwasher?", "For how long is the dishwasher under warranty?"),
        ),
        Fact(
            "The support line is open until {}.",
            "Opening hours of the support line were changed: until {}.",
            ("17:00", "20:00"),
            ("Until when is the support line open?", "When does the support line close?"),
        ),
        Fact(
            "The customer is on the {} plan.",
            "The customer upgraded to the {} plan.",
            ("basic", "family"),
            ("Which plan is the customer on?", "What plan does the customer have?"),
        ),
    ),
    "health": (
        Fact(
            "The patient takes {} mg of the blood pressure tablet.",
            "The doctor set the blood pressure tablet to {} mg.",
            ("5", "10"),
            (
                "How much of the blood pressure tablet does the patient take?",
                "What is the dose of the blood pressure tablet?",
            ),
        ),
        Fact(
            "The physiotherapy is on {}.",
            "Physiotherapy was moved to {}.",
            ("Wednesday", "Saturday"),
            ("When is physiotherapy?", "On which day is the physiotherapy?"),
        ),
        Fact(
            "My resting pulse is {}.",
            "Measured again: the resting pulse is {} today.",
            ("72", "61"),
            ("What is my resting pulse?", "How high is the pulse at rest?"),
        ),
        Fact(
            "I weigh {} kilos.",
            "On the scales this morning: my weight is {} kilos.",
            ("81", "77"),
            ("How much do I weigh?", "What is my weight?"),
        ),
        Fact(
            "I am allergic to {}.",
            "The new test says that my allergy is to {}, not what we thought.",
            ("hazelnuts", "sesame"),
            ("What am I allergic to?", "Which allergy do I have?"),
        ),
        Fact(
            "The dentist's practice is in {}.",
            "My dentist moved the practice to {}.",
            ("Bridge Street", "Market Square"),
            ("Where is the dentist?", "Where does my dentist have the practice?"),
        ),
        Fact(
            "I run {} kilometres a week.",
            "My running is up to {} kilometres a week.",
            ("15", "28"),
            ("How far do I run in a week?", "How many kilometres do I run?"),
        ),
        Fact(
            "I go to bed at {}.",
            "I go to bed later these days, at {}.",
            ("ten", "midnight"),
            ("When do I go to bed?", "What is my bedtime?"),
        ),
    ),
    "kitchen": (
        Fact(
            "The bread bakes for {} minutes.",
            "Better: leave the bread in the oven for {} minutes.",
            ("35", "45"),
            ("How long does the bread bake?", "How many minutes is the bread in the oven?"),
        ),
        Fact(
            "The soup needs {} as a spice.",
            "I season the soup with {} now.",
            ("cumin", "smoked paprika"),
            ("Which spice is in the soup?", "How is the soup seasoned?"),
        ),
        Fact(
            "Sunday dinner is for {} guests.",
            "The number of guests for Sunday dinner changed to {}.",
            ("six", "nine"),
            ("How many guests come to Sunday dinner?", "For how many people is Sunday dinner?"),
        ),
        Fact(
            "The cake is a {} cake.",
            "The birthday child wants the cake to be a {} one.",
            ("lemon", "walnut"),
            ("What kind of cake is it?", "Which cake does the birthday child get?"),
        ),
        Fact(
            "We buy our vegetables at {}.",
            "The vegetables come from {} now.",
            ("the market", "a farm box"),
            ("Where do we buy vegetables?", "Where do the vegetables come from?"),
        ),
        Fact(
            "The coffee is ground at setting {}.",
            "I turned the coffee grinder to setting {}.",
            ("4", "7"),
            ("At which setting is coffee ground?", "Which setting is the grinder at?"),
        ),
        Fact(
            "The freezer holds {}.",
            "After today's cooking the freezer is full of {}.",
            ("peas", "dumplings"),
            ("What is in the freezer?", "What does the freezer hold?"),
        ),
        Fact(
            "The knife was sharpened in {}.",
            "The knife went to be sharpened again in {}.",
            ("January", "September"),
            ("When was the knife sharpened?", "In which month did the knife get sharp again?"),
        ),
    ),
    "study": (
        Fact(
            "The chemistry exam is on {}.",
            "The faculty postponed the chemistry exam to {}.",
            ("3 July", "17 July"),
            ("When is the chemistry exam?", "On what day is the exam in chemistry?"),
        ),
        Fact(
            "The essay must have {} words.",
            "The tutor raised the length of the essay to {} words.",
            ("2000", "3000"),
            ("How many words must the essay have?", "How long should the essay be?"),
        ),
        Fact(
            "The seminar meets in room {}.",
            "The seminar was given another room: {}.",
            ("B14", "C202"),
            ("In which room is the seminar?", "Where does the seminar meet?"),
        ),
        Fact(
            "My thesis is about {}.",
            "I changed the topic of my thesis to {}.",
            ("river ice", "urban beavers"),
            ("What is my thesis about?", "Which topic does my thesis have?"),
        ),
        Fact(
            "The library closes at {}.",
            "During exams the library stays open until {}.",
            ("18:00", "23:00"),
            ("When does the library close?", "Until what time is the library open?"),
        ),
        Fact(
            "I learn {} in the evening class.",
            "In the evening class I switched to {}.",
            ("Spanish", "Norwegian"),
            ("Which language do I learn?", "What do I learn in the evening class?"),
        ),
        Fact(
            "The lecture notes are in the {} folder.",
            "I put the lecture notes into the {} folder.",
            ("blue", "shared"),
            ("Where are the lecture notes?", "Which folder has the notes of the lecture?"),
        ),
        Fact(
            "My supervisor is the professor of {}.",
            "I have a new supervisor, the professor of {}.",
            ("geology", "ecology"),
            ("Who is my supervisor?", "Which professor supervises me?"),
        ),
    ),
    "club": (
        Fact(
            "Training is on {} evening.",
            "The coach moved training to {} evening.",
            ("Tuesday", "Thursday"),
            ("When is training?", "On which evening do we train?"),
        ),
        Fact(
            "The captain of the team is the {}.",
            "The team elected a new captain, the {}.",
            ("goalkeeper", "left winger"),
            ("Who is captain of the team?", "Which player is the captain?"),
        ),
        Fact(
            "Membership costs {} euros a year.",
            "The fee of a membership was set to {} euros a year.",
            ("60", "75"),
            ("What does membership cost?", "How high is the membership fee?"),
        ),
        Fact(
            "The choir rehearses {}.",
            "For the concert the choir practises {}.",
            ("a mass by Haydn", "folk songs"),
            ("What does the choir rehearse?", "Which music does the choir practise?"),
        ),
        Fact(
            "The boat is called {}.",
            "The boat was renamed {}.",
            ("Seagull", "North Wind"),
            ("What is the boat called?", "Which name does the boat have?"),
        ),
        Fact(
            "The next match is against the {}.",
            "The fixture changed: our next match is against the {}.",
            ("harbour team", "mountain team"),
            ("Who do we play next?", "Against whom is the next match?"),
        ),
        Fact(
            "The shirts are {}.",
            "The new shirts are {}.",
            ("red", "striped in blue and white"),
            ("What colour are the shirts?", "How do the shirts look?"),
        ),
        Fact(
            "The clubhouse key is with the {}.",
            "The key of the clubhouse was handed to the {}.",
            ("treasurer", "groundsman"),
            ("Who has the key of the clubhouse?", "With whom is the clubhouse key?"),
        ),
    ),
}

MISSING: dict[str, tuple[str, ...]] = {
    "home": (
        "What breed is the parrot?",
        "Who built the garage?",
        "Which insurance covers the bicycle?",
        "When did the roof leak?",
        "How tall is the oak in the garden?",
    ),
    "travel": (
        "Who takes care of the luggage insurance?",
        "Which vaccination did the embassy ask for?",
        "What did the camel ride in Morocco cost?",
        "How deep is the diving lake?",
        "Where did the tent tear?",
    ),
    "project": (
        "Who wrote the accounting module?",
        "Which licence covers the icons?",
        "What did the auditor complain about?",
        "How large is the video archive?",
        "Why was the mobile app cancelled?",
    ),
    "service": (
        "Which colour was the sofa?",
        "Who repaired the elevator?",
        "What did the newspaper write about us?",
        "How many staff work in the warehouse?",
        "Which gift did the voucher buy?",
    ),
    "health": (
        "Which glasses did the optician recommend?",
        "Who donated blood in spring?",
        "When was the knee operated on?",
        "What did the X-ray of the shoulder show?",
        "Which vitamin does the pharmacist sell?",
    ),
    "kitchen": (
        "How old is the sourdough starter?",
        "Which wine goes with the trout?",
        "Who broke the blender?",
        "What did the plumber fix under the sink?",
        "How hot is the chilli from the balcony?",
    ),
    "study": (
        "Which scholarship did the ministry grant?",
        "Who plays the cello in the orchestra?",
        "What did the microscope cost?",
        "When does the excursion to the glacier begin?",
        "How many students share the dormitory?",
    ),
    "club": (
        "Which sponsor paid for the bus?",
        "Who injured an ankle?",
        "How long is the swimming pool?",
        "What did the referee write in the report?",
        "When is the summer festival?",
    ),
}
"""Questions of each domain's kind that nothing in its store answers."""
