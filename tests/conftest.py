"""What all tests share: hypothesis runs the same examples everywhere and is not timed."""

import os

from hypothesis import HealthCheck, settings

os.environ["ATOUT_DATABASE"] = "none"  # services keep nothing, unless a test wants them to

settings.register_profile(
    "atout",
    deadline=None,  # machines are noisy; speed is measured in benchmarks/
    derandomize=True,  # a green build stays green; other seeds are run by hand
    print_blob=True,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
settings.load_profile("atout")
