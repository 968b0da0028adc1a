"""The service for a WSGI server: ``gunicorn --config python:api.gunicorn_conf api.wsgi:app``."""

from . import create_app
from .config import read_settings

app = create_app(read_settings())
