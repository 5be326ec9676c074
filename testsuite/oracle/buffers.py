"""Store buffers as values: what TSO and PSO add to an interleaving.

A buffer is a tuple, oldest first, of (location, value) and, under PSO, of `BARRIER`: what is before it arrives before what is
behind it. Under TSO (Owens, Sarkar, Sewell: x86-TSO) only the oldest write may arrive in memory; under PSO (SPARC V8, appendix K) any one that is
the oldest to its location, up to the first barrier. A read takes the youngest write to the location in the own buffer, else memory. Under
SC nothing ever enters a buffer.

What the rest of a simulation has to do: arrivals are steps like any others, of a thread that need not be able to do anything else; a fence is not
enabled while the own buffer holds something.
"""

MODELS = ["sc", "tso", "pso"]

BARRIER = None


def put(buffer, location, value):
    """A write enters."""
    return (*buffer, (location, value))


def separate(model, buffer):
    """A store-store barrier. In TSO everything is in order as it is."""
    return (*buffer, BARRIER) if model == "pso" and buffer and buffer[-1] is not BARRIER else buffer


def forward(buffer, location, otherwise):
    """What the thread reads; `otherwise` is what memory holds."""
    for entry in reversed(buffer):
        if entry is not BARRIER and entry[0] == location:
            return entry[1]
    return otherwise


def arrivals(model, buffer):
    """All (location, value, buffer afterwards)."""
    earlier = set()
    for k, entry in enumerate(buffer):
        if entry is BARRIER:
            return
        location, value = entry
        if location not in earlier:
            earlier.add(location)
            rest = buffer[:k] + buffer[k + 1 :]
            # With nothing before it, a barrier separates nothing.
            yield location, value, rest[1:] if rest and rest[0] is BARRIER else rest
        if model == "tso":
            return
