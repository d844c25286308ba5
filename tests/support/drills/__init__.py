"""Drills: what may happen to a store is done to it, many times, by chance, and each time its promises are looked at.

    PYTHONPATH=tests/support python -m drills                all of them, in full: an hour or so
    PYTHONPATH=tests/support python -m drills kills damage   some
    ... --short --seed 7                                     a few seconds each, as the tests do it

A drill is a module with a function `drill(folder, *, seed, ...sizes) -> Report`, whose defaults are the full run, and
the sizes of its SHORT form. It raises Broken, or another AssertionError, where a promise did not hold; the command
that does it again is then printed. Chance is in the choices and in the clock: the same seed makes the same choices,
and not always at the same moment.

Each runs in an interpreter of its own (`apart`), because it forks: a process that has opened nothing can be copied in a
millisecond, again and again, and one that has opened a graph cannot be copied at all.
"""
