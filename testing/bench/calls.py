"""How long calls take, and what of it is Python's.

A call costs 0.1 microseconds from Python, more of some modules than of others, while
the smallest networks run in a few tenths of one.
"""

import time

# A clock is read after as many calls as take about this long.
_BATCH_SECONDS = 0.001


def seconds_of(call, seconds, clock=time.perf_counter):
    """The mean of as many calls as fit in the seconds."""
    calls, batch = 0, 1
    begin = now = clock()
    while calls == 0 or now - begin < seconds:
        for _ in range(batch):
            call()
        calls += batch
        last, now = now, clock()
        if now - last < _BATCH_SECONDS:
            batch *= 2
    return (now - begin) / calls


def cost_of(idle, clock=time.perf_counter):
    """What a call of a function costs that does nothing; 0 without one."""
    if idle is None:
        return 0.0
    return min(seconds_of(idle, 0.002, clock) for _ in range(10))
