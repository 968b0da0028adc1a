"""The settings of the service: one row each, read once from the environment as ``ATOUT_NAME``."""

import os
from collections.abc import Callable, Iterator, Mapping
from dataclasses import Field, dataclass, field, fields
from difflib import get_close_matches
from typing import Any, TypeVar, cast

from api.settings.in_files import IN_FILE, read_text
from api.settings.texts import (
    FORMS,
    LEVELS,
    MEMORY,
    NO_DATABASE,
    UNLIMITED,
    SettingError,
    WrongTextError,
    check_dask,
    check_database,
    check_rates,
    check_storage,
    read_origins,
)
from solver.errors import show
from solver.knowledge import MAX_SAMPLES
from solver.sentences import Sayable, phrase
from solver.whole_numbers import read_whole

PREFIX = "ATOUT_"
"""The prefix of the environment variables that are settings."""

MAKER_VARIABLE = "ATOUT_METRICS_MAKER"
"""The variable with the id of the process that made the folder of the metrics; it is no setting."""

MOST_WORKERS = 8
"""The most workers that there are unless more are asked for: each has its memory and its connections."""

THREADS_KEPT_FREE = 4
"""The threads beyond those that solve or wait, so that health checks and refusals never wait for a solve."""

T = TypeVar("T", int, str)


@dataclass(frozen=True, slots=True)
class Setting:
    """The row of a setting: its purpose and its allowed values, besides its default."""

    help: str
    low: int
    high: int
    words: tuple[str, ...] = ()
    """The texts that it may be; empty if any text will do, or for a number."""


def _setting(default: T, help: str, *, low: int = 1, high: int = 1, words: tuple[str, ...] = ()) -> T:
    return field(default=default, metadata={"setting": Setting(help, low, high, words)})


CHECKS: Mapping[str, Callable[[str], object]] = {
    "database": check_database,
    "dask": check_dask,
    "origins": read_origins,
    "framed_by": read_origins,
    "rate_per_key": check_rates,
    "rate_per_address": check_rates,
    "rate_attempts": check_rates,
    "rate_storage": check_storage,
}
"""The check of each setting that is a text with a form of its own; it raises WrongTextError."""


@dataclass(frozen=True, slots=True)
class Settings:
    """Everything an operator can set; the defaults suit one machine."""

    host: str = _setting("127.0.0.1", "the address to listen at")
    port: int = _setting(8000, "the port to listen at", low=1, high=65_535)
    workers: int = _setting(
        0,
        "worker processes; 0 stands for one for each core, 8 at most, but for one alone where "
        "`ATOUT_SOLVING_SLOTS` is set, or a rate per key or address that is counted in `memory`",
        low=0,
        high=64,
    )
    body_bytes: int = _setting(1 << 20, "the longest request body, in bytes", low=1 << 10, high=1 << 30)
    nesting: int = _setting(32, "how deep lists and objects of a request may be nested", low=8, high=200)
    arrival_ms: int = _setting(
        10_000, "how long a request may take to arrive, headers and body", low=100, high=600_000
    )
    solving_slots: int = _setting(
        0,
        "how many solves run at once, per worker; 0 shares the cores out among the workers",
        low=0,
        high=1024,
    )
    solve_threads: int = _setting(
        1,
        "how many solving slots one position may hold, for as many threads that search it; all but one only "
        "if they are free when it begins",
        high=64,
    )
    waiting: int = _setting(64, "how many requests may wait for a solving slot, per worker", low=0, high=1024)
    wait_ms: int = _setting(
        2_000, "how long a request waits for a solving slot before it is sent away", low=0, high=60_000
    )
    streams: int = _setting(
        8, "how many streams of lines are open at once, per worker, and as many readers of results", high=1024
    )
    streams_per_client: int = _setting(
        0,
        "how many of each one client may hold, a key or an address without one; 0 stands for all",
        low=0,
        high=1024,
    )
    stream_lines: int = _setting(1_000_000, "the most lines of a stream that are answered", high=10**12)
    stream_faults: int = _setting(
        1_000, "how many faults more than good lines a stream may have", high=10**12
    )
    stream_ms: int = _setting(3_600_000, "how long a stream may go on", low=100, high=10**9)
    time_ms: int = _setting(10_000, "the time a solve has where the request names none", high=3_600_000)
    max_time_ms: int = _setting(
        60_000, "the most time a request is granted, whatever it asks for", high=3_600_000
    )
    nodes: int = _setting(
        10**12, "the nodes a solve may visit where the request names no number", high=10**15
    )
    max_nodes: int = _setting(10**12, "the most nodes a request is granted", high=10**15)
    table_mib: int = _setting(
        64, "the transposition table of a solve where the request names no size, in MiB", high=65_536
    )
    max_table_mib: int = _setting(
        256, "the largest transposition table a request is granted, in MiB", high=65_536
    )
    max_samples: int = _setting(
        1_000,
        "the most deals a request is granted for the fair verdict on a card, and for the calls of a hand",
        high=MAX_SAMPLES,
    )
    cached_answers: int = _setting(
        1_000,
        "how many solved positions are remembered, per worker; each also answers those that differ only in "
        "the names of plain suits or seats",
        low=0,
        high=1_000_000,
    )
    batch_positions: int = _setting(1_000, "the most positions of a batch", high=100_000)
    batch_threads: int = _setting(
        os.cpu_count() or 1,
        "how many solving slots a batch of positions or a table may hold; all but one only if they are free "
        "when it begins",
        high=1024,
    )
    jobs: int = _setting(
        100, "how many jobs arrive, wait or run at once, on all machines together", high=100_000
    )
    job_bytes: int = _setting(
        1 << 28, "the longest body of a job sent line by line, in bytes", low=1 << 10, high=1 << 40
    )
    job_lines: int = _setting(100_000, "the most lines, or logs, of a job", high=10**8)
    job_chunk: int = _setting(20, "how many logs of a job are taken at a time", high=10_000)
    job_threads: int = _setting(
        os.cpu_count() or 1,
        "how many solving slots jobs may have while nobody else needs them, per worker; 0 leaves the jobs to "
        "other processes",
        low=0,
        high=1024,
    )
    job_lease_ms: int = _setting(
        30_000,
        "how long a process that works on a part of a job may be silent before another takes it over",
        low=1_000,
        high=3_600_000,
    )
    job_tries: int = _setting(
        3, "how often work that fails is tried before the log that is to blame is set aside", low=2, high=100
    )
    job_keep_s: int = _setting(
        604_800, "how long a job and its results are kept after its end, in seconds", high=10**9
    )
    dask: str = _setting(
        "none",
        "the scheduler of a Dask cluster that works on the jobs in the place of this service, "
        "`tcp://HOST:8786` or `tls://HOST:8786`, or `none`",
    )
    database: str = _setting(
        "~/.local/share/atout/atout.db",
        "where analyses and jobs are kept: a file (SQLite), `postgresql://USER:PASSWORD@HOST/NAME`, or "
        "`none`",
    )

    log_form: str = _setting(
        "auto",
        "how the log is written: `json`, `text`, or `auto`, text on a terminal, else JSON",
        words=FORMS,
    )
    log_level: str = _setting(
        "info",
        "what the log tells: `debug`, `info` (every request), `warning` or `error`",
        words=LEVELS,
    )

    keys: str = _setting(
        "off",
        "whether requests need a key: `off`, `optional` (one that is sent must be right) or `required`",
        words=("off", "optional", "required"),
    )
    metrics: str = _setting(
        "key",
        "who may read `/metrics`: `key`, clients with a key (anybody where keys are off), `open`, anybody, "
        "or `off`, nobody",
        words=("key", "open", "off"),
    )

    pages: str = _setting(
        "on",
        "whether the pages for people are there, `/`, `/board`, `/analyses/ID` and `/puzzles`: `on` or `off`",
        words=("on", "off"),
    )

    shipped_puzzles: str = _setting(
        "on",
        "whether the puzzles that are shipped are put into an empty database, each with its proof, while "
        "solving slots are free: `on` or `off`",
        words=("on", "off"),
    )

    rate_per_key: str = _setting(
        "none", "how often a key may ask, as `600/minute` or `20/second; 50000/day`, or `none`: without limit"
    )
    rate_per_address: str = _setting("none", "how often an address without a key may ask, likewise")
    rate_attempts: str = _setting(
        "120/minute", "how often a key, or an address without one, may try a puzzle, likewise"
    )
    rate_storage: str = _setting(
        "memory",
        "where requests are counted: `memory`, by each worker for itself, or `redis://HOST` (Redis or "
        "Valkey), by all together",
    )
    proxies: int = _setting(
        0,
        "how many proxies in front of the service add their client's address to `X-Forwarded-For`; with 0 "
        "the header is ignored",
        low=0,
        high=10,
    )

    origins: str = _setting(
        "none",
        "which sites' pages may use the service from a browser: `https://cards.example`, several with spaces "
        "between them, `*` for any, or `none`",
    )
    framed_by: str = _setting(
        "none",
        "which sites may show pages of the service in frames of theirs, likewise",
    )
    hsts_s: int = _setting(
        0,
        "for how long browsers are told to use HTTPS only, in seconds; 0 where there is none",
        low=0,
        high=10**9,
    )

    def __post_init__(self) -> None:
        faults = list(_faults_of({setting.name: getattr(self, setting.name) for setting in fields(self)}))
        if faults:
            raise SettingError(*faults)
        self._share_cores()

    def _share_cores(self) -> None:
        """Settle the workers and their slots, where they are left open."""
        n_cores = os.cpu_count() or 1
        # Workers that count for themselves would grant a client its rate several times.
        has_rate = {self.rate_per_key, self.rate_per_address} != {UNLIMITED}
        is_alone = self.solving_slots > 0 or (has_rate and self.rate_storage == MEMORY)
        n_workers = self.workers or (1 if is_alone else min(n_cores, MOST_WORKERS))
        object.__setattr__(self, "workers", n_workers)
        object.__setattr__(self, "solving_slots", self.solving_slots or max(n_cores // n_workers, 1))

    @property
    def threads(self) -> int:
        """The threads of a worker: one for each solve that runs or waits, stream and reader, and a few."""
        return self.solving_slots + self.waiting + 2 * self.streams + THREADS_KEPT_FREE


def variable_of(name: str) -> str:
    """Return the environment variable of the setting ``name``."""
    return PREFIX + name.upper()


def setting_of(setting: Field[Any]) -> Setting:
    """Return what is declared of one field of `Settings`."""
    return cast(Setting, setting.metadata["setting"])


def read_settings(environ: Mapping[str, str] = os.environ) -> Settings:
    """Return the settings that ``environ`` makes; raises SettingError, which names all impossible values."""
    values: dict[str, Any] = {}
    faults: list[Sayable] = []
    for setting in fields(Settings):
        try:
            values[setting.name] = _read_value(setting, environ)
        except SettingError as error:
            faults += error.said
    if not faults:
        return Settings(**values)
    raise SettingError(*faults, *_faults_of(values))


def _faults_of(values: Mapping[str, Any]) -> Iterator[Sayable]:
    """Yield a sentence for each setting that cannot be so, then for each two that do not go together.

    ``values`` are the settings that could be read.  None is compared with one that is wrong itself.
    """
    good = dict(values)
    for setting in fields(Settings):
        fault = _fault_of(setting, values[setting.name]) if setting.name in values else None
        if fault is not None:
            del good[setting.name]
            yield fault
    if good.get("keys", "off") != "off" and good.get("database") == NO_DATABASE:
        yield phrase(
            "{keys} is {value} but {database} is none; keys are kept in the database",
            keys=variable_of("keys"),
            value=good["keys"],
            database=variable_of("database"),
        )
    for name in ("time_ms", "nodes", "table_mib"):
        if {name, f"max_{name}"} <= good.keys() and good[name] > good[f"max_{name}"]:
            yield phrase(
                "{variable} is {value} but {ceiling} is {most}; the default cannot be above the ceiling",
                variable=variable_of(name),
                value=good[name],
                ceiling=variable_of(f"max_{name}"),
                most=good[f"max_{name}"],
            )


def _fault_of(setting: Field[Any], value: Any) -> Sayable | None:
    """Return a sentence about a value that a setting cannot have; None for a good one."""
    known, check = setting_of(setting), CHECKS.get(setting.name)
    variable, shown = variable_of(setting.name), show(value)
    if known.words and value not in known.words:
        words = ", ".join(known.words)
        return phrase(
            "{variable} is {value}; it must be one of {words}", variable=variable, value=shown, words=words
        )
    is_text = setting.type is str
    # True is an instance of int.
    if is_text and not isinstance(value, str):
        return phrase("{variable} is {value}; it must be a text", variable=variable, value=shown)
    if not is_text and not (type(value) is int and known.low <= value <= known.high):
        return phrase(
            "{variable} is {value}; it must be a whole number from {low} to {high}",
            variable=variable,
            value=shown,
            low=known.low,
            high=known.high,
        )
    if check is not None:
        try:
            check(value)
        except WrongTextError as error:
            return phrase("{variable} cannot be so: {reason}", variable=variable, reason=error.said[0])
    return None


def unknown_variables(environ: Mapping[str, str] = os.environ) -> list[str]:
    """Return a sentence for each variable of ``environ`` that looks like a setting and is none.

    It suggests the setting with a similar name.  It never shows the value, which may be a secret.
    """
    known = {variable_of(setting.name) for setting in fields(Settings)} | {MAKER_VARIABLE}
    known |= {variable_of(setting.name) + IN_FILE for setting in fields(Settings) if setting.type is str}
    sentences = []
    for name in sorted(name for name in environ if name.upper().startswith(PREFIX) and name not in known):
        # Only texts can stand in files: for ATOUT_PORT_FILE, suggest ATOUT_PORT.
        stated = name.upper().removesuffix(IN_FILE)
        stated = stated if stated in known else name.upper()
        near = get_close_matches(stated, sorted(known - {MAKER_VARIABLE}), n=1, cutoff=0.75)
        hint = f"; did you mean {near[0]}?" if near else ""
        sentences.append(f"{name[:80]} is no setting of Atout and changes nothing{hint}")
    return sentences


def _read_value(setting: Field[Any], environ: Mapping[str, str]) -> Any:
    text = read_text(variable_of(setting.name), environ, may_lie_in_file=setting.type is str)
    if not text:
        return setting.default
    known = setting_of(setting)
    number = None if setting.type is str else read_whole(text, known.low, known.high)
    return text if number is None else number
