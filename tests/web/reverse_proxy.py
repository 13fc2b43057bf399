"""nginx as a reverse proxy, with the configuration of the documentation."""

from __future__ import annotations

import re
import shutil
import socket
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from tests.required import missing
from tests.waiting import wait_until

DOCUMENT = Path(__file__).parents[2] / "docs" / "servers.md"
PLACES = ("/usr/sbin/nginx", "/usr/local/sbin/nginx", "/opt/homebrew/bin/nginx")
_MAIN = """
daemon off; pid {folder}/pid; error_log {folder}/error.log; worker_processes 1;
events {{ worker_connections 256; }}
http {{
access_log off; client_body_temp_path {folder}/body; proxy_temp_path {folder}/proxy;
fastcgi_temp_path {folder}/fastcgi; uwsgi_temp_path {folder}/uwsgi; scgi_temp_path {folder}/scgi;
{server}
}}
"""


def nginx() -> str:
    found = shutil.which("nginx") or next((one for one in PLACES if Path(one).exists()), None)
    if found is None:
        missing("no nginx here: install it with 'apt-get install nginx-light', or run make test as root")
    return found


def configuration(servers: Sequence[str], port: int) -> str:
    """That of the documentation, with other addresses."""
    blocks = re.findall(r"```nginx\n(.*?)```", DOCUMENT.read_text("utf-8"), re.DOTALL)
    (text,) = map(str, blocks)
    for documented, real in zip(("127.0.0.1:8713", "127.0.0.1:8714"), servers, strict=True):
        assert documented in text
        text = text.replace(documented, real.removeprefix("http://"))
    assert "listen 80;" in text
    return text.replace("listen 80;", f"listen 127.0.0.1:{port};")


@contextmanager
def proxy(servers: Sequence[str], folder: Path) -> Iterator[str]:
    """A running nginx in front of two servers; its address."""
    program, port = nginx(), _free_port()
    file = folder / "nginx.conf"
    file.write_text(_MAIN.format(folder=folder, server=configuration(servers, port)))
    process = subprocess.Popen([program, "-p", str(folder), "-c", str(file), "-e", str(folder / "error.log")])
    try:
        wait_until(lambda: _answers(port) or process.poll() is not None)
        assert process.poll() is None, (folder / "error.log").read_text()
        yield f"http://127.0.0.1:{port}"
    finally:
        process.terminate()
        process.wait(20)


def _free_port() -> int:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return int(one.getsockname()[1])


def _answers(port: int) -> bool:
    with socket.socket() as one:
        return one.connect_ex(("127.0.0.1", port)) == 0
