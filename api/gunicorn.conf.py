"""How gunicorn serves the service: its ``--config``, which ``atout serve`` gives it.

One process with threads uses all cores, as solving does not hold the interpreter.
"""

from api.config import read_settings

_settings = read_settings()

wsgi_app = "api.wsgi:app"
bind = f"{_settings.host}:{_settings.port}"
workers = _settings.workers
worker_class = "gthread"
threads = _settings.threads
# A worker thread that solves is no sign of a worker that hangs: the longest solve, and some time to answer.
timeout = _settings.max_time_ms // 1000 + 30
# The control socket would be shared by every gunicorn of this user.
control_socket_disable = True
