"""The terminal app: a skin over one open store. It computes nothing that the engine does not answer.

    desk.py        what lies open: the last answer, the selected memory, the moment; one frozen value
    messages.py    what a room may ask of the app
    app.py         owns the desk, answers messages, shows one room at a time
    rooms/         a room mirrors the desk: Query, Front, Lineage, Memory, Time, Plan, Tasks
    widgets/       what several rooms are made of
    opening/       before a store is open: choose, make, what is wrong with one
    guiding/       palette, keys, help, jump, themes

Data flows one way round: a room posts a message, the app awaits the engine and lays the outcome on the desk, and the
room that is seen mirrors it. A room that is not seen does nothing until it is entered.
"""
