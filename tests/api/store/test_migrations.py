"""The migrations go down again, step by step, and up."""

from importlib import import_module

import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import inspect

from api.settings.texts import parse_address
from api.store.database import open_database, upgrade
from api.store.models import Base
from tests.support.api.databases import KINDS, database
from tests.support.command_line import ROOT

FOLDER = ROOT / "api" / "store" / "migrations"


@pytest.mark.by_day(1)
@pytest.mark.parametrize("kind", KINDS)
def test_every_step_goes_down_and_up_again(kind: str) -> None:
    for module in ("api.application", "api.puzzles.models"):  # which know all tables
        import_module(module)
    config = Config()
    config.set_main_option("script_location", str(FOLDER))
    steps = [step.revision for step in ScriptDirectory(str(FOLDER)).walk_revisions()]
    with database(kind, has_schema=False) as address:
        url = parse_address(address)
        assert url is not None
        engine = open_database(url)
        upgrade(engine)
        for before in [*steps[1:], "base"]:
            with engine.connect().execution_options(writes=True) as connection, connection.begin():
                config.attributes["connection"] = connection
                command.downgrade(config, before)
        with engine.connect() as connection:
            assert not set(inspect(connection).get_table_names()) - {"alembic_version"}
        upgrade(engine)
        with engine.connect() as connection:
            assert compare_metadata(MigrationContext.configure(connection), Base.metadata) == []
        engine.dispose()
