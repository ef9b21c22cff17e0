"""What can go wrong, as exceptions."""


class PennaError(Exception):
    """Something was refused; the text says why."""


class IllegalMove(PennaError):
    """A move or an outcome that the rules do not allow here."""


class BadRecord(PennaError):
    """A record that cannot be read; `line` says where."""

    def __init__(self, line: int, reason: str):
        super().__init__(f"line {line}: {reason}")
        self.line = line
