"""Tables of solves are given back: threads that have solved hold on to no memory."""

import os
import subprocess
import sys

import pytest

from api.solving.memory import return_big_blocks

pytestmark = pytest.mark.slow

N_THREADS = 14
MOST_GROWTH_KIB = 35_000
"""What else threads cost; without the call it is some 60,000."""

PROGRAM = f"""
from queue import Queue
from threading import Thread

from api.solving.memory import return_big_blocks
from solver import Limit, Position, solve
from tests.support.api.streaming import hard
from tests.support.api.fuzz import memory_kib

position = Position.from_dict({{key: value for key, value in hard().items() if key != "limit"}})
assert return_big_blocks()

def work(orders):
    while orders.get():
        solve(position, Limit(nodes=400_000))
        done.put(None)

done, all_orders = Queue(), [Queue() for _ in range({N_THREADS})]
for orders in all_orders:
    Thread(target=work, args=(orders,), daemon=True).start()
before = memory_kib()
for orders in all_orders:
    orders.put(True)
    done.get()
print(memory_kib() - before)
"""


def ask(program: str, **environ: str) -> str:
    """What a program of its own process prints."""
    command = [sys.executable, "-W", "ignore", "-c", program]
    environment = {**os.environ, **environ}
    return subprocess.run(command, env=environment, capture_output=True, text=True, check=True).stdout.strip()


CAN = "from api.solving.memory import return_big_blocks; print(return_big_blocks())"


@pytest.mark.night
def test_threads_hold_on_to_no_tables() -> None:
    if ask(CAN) == "False":
        pytest.skip("another library of C")
    assert int(ask(PROGRAM)) < MOST_GROWTH_KIB


@pytest.mark.night
def test_an_operator_has_his_way() -> None:
    assert ask(CAN, MALLOC_MMAP_THRESHOLD_="4194304") == "False"


def test_another_library_of_c_is_left_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ctypes.CDLL", lambda name: object())
    assert return_big_blocks() is False
