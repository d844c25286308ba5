"""The project's own tests fail on purpose, until the agent has healed them: they are not tests of Clew."""

collect_ignore = ["project"]
