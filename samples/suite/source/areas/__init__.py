# SPDX-License-Identifier: MIT
"""One module per area of the suite."""
