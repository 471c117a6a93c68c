"""The family `riddle` as tasks for verifiers: `vf-eval wampimuk-riddle`. See `wampimuk._verifiers`."""

from wampimuk._verifiers import Questions


class Riddle(Questions):
    """Questions of the family `riddle`."""

    FAMILY = "riddle"


__all__ = ["Riddle"]
