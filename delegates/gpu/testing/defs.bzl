"""How much of the conformance suite the default tests run."""

# Cases an operator.
SAMPLE = 3
