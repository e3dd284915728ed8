"""Runs OpenStack Swift with its S3 API in one process, for tests: s3-server.py FOLDER PORT. Prints "ready" once it accepts requests."""
import sys

import eventlet

eventlet.monkey_patch()

import os  # noqa: E402

from eventlet import wsgi  # noqa: E402
from swift.common import utils  # noqa: E402

utils.HASH_PATH_PREFIX = utils.HASH_PATH_SUFFIX = b"atelier"

from swift.common.ring import RingBuilder  # noqa: E402
from swift.common.wsgi import loadapp  # noqa: E402

FOLDER, PORT = sys.argv[1], int(sys.argv[2])
SERVERS = {"account": PORT + 1, "container": PORT + 2, "object": PORT + 3}
QUIET = "log_level = CRITICAL\nlog_address = /dev/null\n"
PROXY = f"""[DEFAULT]
swift_dir = {FOLDER}
{QUIET}
[pipeline:main]
pipeline = catch_errors gatekeeper cache s3api tempauth copy slo proxy-server
[app:proxy-server]
use = egg:swift#proxy
allow_account_management = true
account_autocreate = true
[filter:catch_errors]
use = egg:swift#catch_errors
[filter:gatekeeper]
use = egg:swift#gatekeeper
[filter:cache]
use = egg:swift#memcache
memcache_servers = 127.0.0.1:1
[filter:s3api]
use = egg:swift#s3api
location = us-east-1
auth_pipeline_check = false
s3_acl = false
[filter:tempauth]
use = egg:swift#tempauth
user_test_tester = testing .admin
[filter:copy]
use = egg:swift#copy
[filter:slo]
use = egg:swift#slo
rate_limit_after_segment = 10000
"""


def write(name, text):
    path = os.path.join(FOLDER, name)
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
    return path


def serve(conf, port):
    app = loadapp(conf)
    socket = eventlet.listen(("127.0.0.1", port))
    eventlet.spawn(wsgi.server, socket, app, log_output=False, debug=False)


os.makedirs(os.path.join(FOLDER, "disk"), exist_ok=True)
for name, port in SERVERS.items():
    builder = RingBuilder(1, 1, 0)
    device = {"id": 0, "region": 1, "zone": 1, "weight": 1, "ip": "127.0.0.1", "port": port, "device": "disk"}
    builder.add_dev(device)
    builder.rebalance()
    builder.get_ring().save(os.path.join(FOLDER, f"{name}.ring.gz"))
    serve(
        write(
            f"{name}.conf",
            f"[DEFAULT]\nswift_dir = {FOLDER}\ndevices = {FOLDER}\nmount_check = false\n{QUIET}\n"
            f"[pipeline:main]\npipeline = {name}-server\n[app:{name}-server]\nuse = egg:swift#{name}\n",
        ),
        port,
    )
serve(write("proxy.conf", PROXY), PORT)
print("ready", flush=True)
while True:
    eventlet.sleep(3600)
