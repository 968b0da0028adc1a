"""Take docs/page.png, a picture of the report page: ``python -m docs.take_screenshot`` (needs Chromium)."""

import json
import shutil
import struct
import subprocess
import sys
import tempfile
import zlib
from pathlib import Path

from solver import Speech, analyse, report_page

PICTURE = Path(__file__).with_name("page.png")
SAMPLE = Path(__file__).parents[1] / "samples" / "belote.json"
BROWSERS = ("chromium", "chromium-browser", "google-chrome")
MOMENT = "#1-7"
"""The place on the page: after the card that decided the game."""
WIDTH = 1000
WHOLE, SHOWN = 4000, 1120
"""Heights of the window, in pixels, and of the picture. In a window as long as the page nothing scrolls."""
SIGNATURE = b"\x89PNG\r\n\x1a\n"


def take_screenshot() -> bytes:
    """Return the picture as PNG; raise FileNotFoundError if no browser is installed."""
    browser = next(filter(None, map(shutil.which, BROWSERS)), None)
    if browser is None:
        raise FileNotFoundError(f"none of these is installed: {', '.join(BROWSERS)}")
    with tempfile.TemporaryDirectory() as folder:
        page, whole = Path(folder, "report.html"), Path(folder, "whole.png")
        analysis = analyse(json.loads(SAMPLE.read_text(encoding="utf-8")))
        page.write_text(report_page(analysis, Speech("en", "en")), encoding="utf-8")
        options = ["--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars"]
        options += [f"--user-data-dir={folder}/browser", f"--window-size={WIDTH},{WHOLE}"]
        command = [browser, *options, f"--screenshot={whole}", page.as_uri() + MOMENT]
        subprocess.run(command, check=True, capture_output=True)
        return top_of(whole.read_bytes(), SHOWN)


def top_of(picture: bytes, height: int) -> bytes:
    """Cut a PNG off below ``height`` rows: a row depends on the rows above it only."""
    chunks = chunks_of(picture)
    header = dict(chunks)[b"IHDR"]
    width, _, depth, colours = struct.unpack(">IIBB", header[:10])
    n_channels = {0: 1, 2: 3, 3: 1, 4: 2, 6: 4}[colours]
    row = 1 + (width * n_channels * depth + 7) // 8
    pixels = zlib.decompress(b"".join(data for kind, data in chunks if kind == b"IDAT"))[: row * height]
    parts = [
        (b"IHDR", struct.pack(">II", width, height) + header[8:]),
        (b"IDAT", zlib.compress(pixels, 9)),
        (b"IEND", b""),
    ]
    return SIGNATURE + b"".join(
        struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
        for kind, data in parts
    )


def chunks_of(picture: bytes) -> list[tuple[bytes, bytes]]:
    """Return the kind and the data of every chunk of a PNG."""
    chunks = []
    at = len(SIGNATURE)
    while at < len(picture):
        (length,) = struct.unpack(">I", picture[at : at + 4])
        chunks.append((picture[at + 4 : at + 8], picture[at + 8 : at + 8 + length]))
        at += length + 12
    return chunks


if __name__ == "__main__":
    PICTURE.write_bytes(take_screenshot())
    sys.stdout.write(f"{PICTURE}: {PICTURE.stat().st_size} bytes\n")
