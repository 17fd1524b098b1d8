"""Positions of other programs, as `Position`. None of these modules needs the other program."""
