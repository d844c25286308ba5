"""Why a text is wrong: one sentence, the place, what could stand there, and a form that works."""
