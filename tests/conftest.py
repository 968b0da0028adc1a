"""What all tests share: hypothesis runs the same examples everywhere and is not timed."""

from hypothesis import HealthCheck, settings

settings.register_profile(
    "atout",
    deadline=None,  # machines are noisy; speed is measured in benchmarks/
    derandomize=True,  # a green build stays green; other seeds are run by hand
    print_blob=True,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
settings.load_profile("atout")
