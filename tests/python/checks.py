"""checks.py: what is checked, and counted, so that no test of this folder passes with nothing looked at."""

done = 0


def check(good, text):
    """Ends the test with the text unless it is good."""
    global done
    done += 1
    if not good:
        raise SystemExit(f"FAIL: {text}")


def refused(kind, call, *args, **kwargs):
    """The call raises that kind of exception, with a text."""
    try:
        call(*args, **kwargs)
    except kind as error:
        check(str(error), f"{call} says why")
        return
    check(False, f"{call} with {args} {kwargs} was not refused")


def finish():
    """Says how many checks there were; none is a failure."""
    if not done:
        raise SystemExit("FAIL: nothing was checked")
    print(f"{done} checks")
