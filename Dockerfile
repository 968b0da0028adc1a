# syntax=docker/dockerfile:1.7
# The service, and the command line with it. The same image runs the workers of compose.yaml.
#   docker build -t atout:0.1 .
#   docker run --rm -p 127.0.0.1:8000:8000 -v atout:/var/lib/atout atout:0.1

FROM python:3.11-slim-bookworm AS build
RUN apt-get update \
 && apt-get install --yes --no-install-recommends build-essential \
 && rm -rf /var/lib/apt/lists/*
WORKDIR /src
# What comes from outside is pinned with its digests (make lock), and comes before the sources: it changes less often.
COPY docs/operating/build-requirements.txt docs/operating/image-requirements.txt ./
RUN python -m venv /opt/build \
 && /opt/build/bin/python -m pip install --no-cache-dir --disable-pip-version-check --require-hashes --only-binary :all: -r build-requirements.txt
RUN python -m venv /opt/atout \
 && /opt/atout/bin/python -m pip install --no-cache-dir --disable-pip-version-check --require-hashes --only-binary :all: -r image-requirements.txt
COPY pyproject.toml README.md LICENSE ./
COPY ext ext
COPY solver solver
COPY api api
RUN /opt/build/bin/python -m pip wheel --disable-pip-version-check --no-index --no-deps --no-build-isolation --wheel-dir /tmp/wheel . \
 && /opt/atout/bin/python -m pip install --disable-pip-version-check --no-index --no-deps /tmp/wheel/*.whl \
 && /opt/atout/bin/python -m pip check

FROM python:3.11-slim-bookworm AS runtime
RUN groupadd --gid 10001 atout \
 && useradd --uid 10001 --gid atout --no-create-home --home-dir /var/lib/atout --shell /usr/sbin/nologin atout \
 && install --directory --owner=atout --group=atout --mode=0700 /var/lib/atout
COPY --from=build /opt/atout /opt/atout
# Inside the container every address may ask; what is published to the outside is said when it is started.
ENV PATH=/opt/atout/bin:$PATH \
    PYTHONDONTWRITEBYTECODE=1 \
    PYTHONUNBUFFERED=1 \
    ATOUT_HOST=0.0.0.0 \
    ATOUT_PORT=8000 \
    ATOUT_DATABASE=/var/lib/atout/atout.db
# A number, so that a cluster sees that it is not root.
USER 10001:10001
WORKDIR /var/lib/atout
VOLUME /var/lib/atout
EXPOSE 8000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=3s --start-period=20s --retries=3 \
  CMD ["python", "-c", "import os, urllib.request as web; web.urlopen(f'http://127.0.0.1:{os.environ[\"ATOUT_PORT\"]}/healthz', timeout=2)"]
CMD ["atout", "serve"]
