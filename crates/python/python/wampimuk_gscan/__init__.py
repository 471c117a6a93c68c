"""The family `gscan` as tasks for verifiers: `vf-eval wampimuk-gscan`. See `wampimuk._verifiers`."""

from wampimuk._verifiers import Questions


class Gscan(Questions):
    """Questions of the family `gscan`."""

    FAMILY = "gscan"


__all__ = ["Gscan"]
