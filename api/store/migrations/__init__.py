"""The database's schema, revision by revision."""
