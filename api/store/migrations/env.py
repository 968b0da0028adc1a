"""Run the revisions of alembic: within the transaction of `api.store.database.upgrade`."""

from alembic import context

from api.store.models import Base

context.configure(connection=context.config.attributes["connection"], target_metadata=Base.metadata)
with context.begin_transaction():
    context.run_migrations()
