"""How many examples a test by hypothesis tries: a few in a build, many at night.

A test without a decorator tries as many as the profile says. `FEW` is for tests whose examples take long,
`SOME` for those whose examples are several in one, and `MANY` for those that look for what is rare. With
``ATOUT_TEST_SEEDS=all`` it is night, as for `seeds`.
"""

import os

from hypothesis import HealthCheck, settings

from tests.support.seeds import ALL, VARIABLE

settings.register_profile(
    "build",
    max_examples=50,
    deadline=None,  # machines are noisy; speed is measured in benchmarks/
    derandomize=True,  # a green build stays green; other seeds are run by hand
    print_blob=True,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
settings.register_profile("night", settings.get_profile("build"), max_examples=200)

IS_NIGHT = os.environ.get(VARIABLE) == ALL
settings.load_profile("night" if IS_NIGHT else "build")

FEW = settings(max_examples=20 if IS_NIGHT else 8)
SOME = settings(max_examples=200 if IS_NIGHT else 20)
MANY = settings(max_examples=600 if IS_NIGHT else 100)
