"""The commands of the service: `atout serve`, `worker`, `keys` and `db`.

They register with the command line of `solver` by the entry point `atout.commands` of pyproject.toml.
"""

COMMANDS: dict[str, tuple[str, str]] = {
    "db": (
        "api.commands.db:db_group",
        "Look after the database of the HTTP service, the one that ATOUT_DATABASE names.",
    ),
    "keys": (
        "api.commands.keys:keys_group",
        "Give and take the keys of the HTTP service, in the database that ATOUT_DATABASE names.",
    ),
    "serve": ("api.commands.serve:serve_command", "Start the HTTP service (gunicorn); Ctrl-C stops it."),
    "worker": (
        "api.commands.worker:worker_command",
        "Work on the jobs in the database that ATOUT_DATABASE names; Ctrl-C stops it.",
    ),
}
"""Each command with its place, module and name, and the first sentence of its help."""
