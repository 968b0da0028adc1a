"""An analysis as the store keeps it, of no log."""

from api.store.analyses import KeptAnalysis

ADDRESS = "a" * 32
FULL = KeptAnalysis(ADDRESS, "1", True, 9, 4, {"deals": ["é"]}, {"en en": '{"x": 1}\n', "fr fr": "{}\n"})
"""A complete one."""
