"""The service for a WSGI server: ``gunicorn --config api/gunicorn.conf.py``."""

from . import create_app
from .config import read_settings

app = create_app(read_settings())
