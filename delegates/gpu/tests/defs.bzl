"""How much of the conformance suite the default tests run."""

# Cases per operator.
SAMPLE = 3
