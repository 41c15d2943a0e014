"""One module per area of the suite."""
