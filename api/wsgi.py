"""The service for a WSGI server: ``gunicorn --config api/gunicorn.conf.py``, or any other.

With that configuration, the master reads the settings; under another server each process does.
"""

from api.application import create_app
from api.settings import own_settings

app = create_app(own_settings())
