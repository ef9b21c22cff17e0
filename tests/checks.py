"""What the tests in Python share: checks are counted, what fails is said, and the status tells. As check.mjs in node."""
import sys


class Checks:
    """Counts what holds and says what does not: check(GOOD, WHAT...)."""

    def __init__(self):
        self.good, self.bad = 0, 0

    def __call__(self, condition, *what):
        if condition:
            self.good += 1
        else:
            self.bad += 1
            print("FAIL:", *what, flush=True)
        return condition

    def end(self):
        """Ends the test. One in which nothing was checked has failed too."""
        print(f"{self.good} checks passed, {self.bad} failed")
        sys.exit(1 if self.bad or not self.good else 0)
