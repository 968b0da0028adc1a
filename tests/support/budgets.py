"""How many examples a test by hypothesis tries, by the depth of the run.

A test without a decorator tries as many as the profile says. `FEW` is for tests whose examples take long,
`SOME` for those whose examples are several in one, and `MANY` for those that look for what is rare.
"""

from hypothesis import HealthCheck, settings

from tests.support.depth import by_depth

settings.register_profile(
    "atout",
    max_examples=by_depth(15, 50, 200),
    deadline=None,  # machines are noisy; speed is measured in benchmarks/
    derandomize=True,  # a green build stays green; other seeds are run by hand
    print_blob=True,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
settings.load_profile("atout")

FEW = settings(max_examples=by_depth(4, 8, 20))
SOME = settings(max_examples=by_depth(8, 20, 200))
MANY = settings(max_examples=by_depth(25, 100, 600))
