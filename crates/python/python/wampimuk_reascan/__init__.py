"""The family `reascan` as tasks for verifiers: `vf-eval wampimuk-reascan`. See `wampimuk._verifiers`."""

from wampimuk._verifiers import Questions


class Reascan(Questions):
    """Questions of the family `reascan`."""

    FAMILY = "reascan"


__all__ = ["Reascan"]
