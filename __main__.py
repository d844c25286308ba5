"""`python -m clew` is the command `clew`, for whom the environment's scripts are not on the path."""

from .cli.start import main

if __name__ == "__main__":
    main()
