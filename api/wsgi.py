"""The service for a WSGI server: ``gunicorn --config api/gunicorn.conf.py``."""

from api.application import create_app
from api.settings import read_settings

app = create_app(read_settings())
