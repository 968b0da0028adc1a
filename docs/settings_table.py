"""Write the table of settings into docs/settings.md: ``python -m docs.settings_table``."""

from dataclasses import fields
from pathlib import Path

from api.settings.config import Settings, setting_of, variable_of

PAGE = Path(__file__).with_name("settings.md")
BEGIN = "<!-- Written by `python -m docs.settings_table`. -->\n"
END = "<!-- End of what is written. -->\n"

COUNT_CORES = ("batch_threads", "job_threads")
"""Settings whose default is the number of cores of the machine."""


def settings_table() -> str:
    """Return the table of all settings as Markdown, a row each."""
    lines = ["| variable | default | what it is |", "|---|---|---|"]
    for setting in fields(Settings):
        default = "the number of cores" if setting.name in COUNT_CORES else setting.default
        lines.append(f"| `{variable_of(setting.name)}` | {default} | {setting_of(setting).help} |")
    return "\n".join(lines) + "\n"


def with_table(page: str) -> str:
    """Return the text of the page with the table of today between its two marks."""
    return put_between(page, BEGIN, settings_table())


def put_between(page: str, begin: str, text: str) -> str:
    """Return the page with ``text`` between the mark that begins it and `END`."""
    before, _, rest = page.partition(begin)
    _, _, after = rest.partition(END)
    return f"{before}{begin}\n{text}\n{END}{after}"


if __name__ == "__main__":
    PAGE.write_text(with_table(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
