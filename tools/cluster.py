#!/usr/bin/env python3
"""Several servers on one PostgreSQL, on this machine and for nobody else: a primary with a synchronous standby, three nodes,
and HAProxy before them. Prints the address; Ctrl-C takes all down. The tests use the same parts.

usage: cluster.py PENNA [NODES]
"""
import contextlib
import os
import pathlib
import pwd
import random
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request

ROOT = pathlib.Path(__file__).resolve().parents[1]
TOOLS = sorted(pathlib.Path("/usr/lib/postgresql").glob("*/bin"), key=lambda path: int(path.parent.name))
# PostgreSQL refuses to be root; a build as root runs it as the user that its package makes.
USER = pwd.getpwnam("postgres") if os.geteuid() == 0 else None


def as_user():
    """For subprocess: the user that the database runs as."""
    return {"user": USER.pw_uid, "group": USER.pw_gid, "extra_groups": []} if USER else {}


def free_port():
    """A port that nobody has, below those that the kernel gives to whoever connects somewhere."""
    while True:
        port = random.randrange(15000, 32000)
        with contextlib.closing(socket.socket()) as s, contextlib.suppress(OSError):
            s.bind(("0.0.0.0", port))
            return port


def children(pid):
    """A process and all that it started."""
    found = [pid]
    for path in pathlib.Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):
            fields = path.read_text().rpartition(")")[2].split()
            if int(fields[1]) == pid:
                found += children(int(path.parent.name))
    return found


def signal_all(process, number):
    """To a process and all that it started: one that is stopped stops as a whole."""
    for pid in children(process.pid):
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, number)


class Postgres:
    """One server of PostgreSQL's, in a folder of its own."""

    def __init__(self, folder, name, port=None, host="127.0.0.1", wrap=()):
        self.folder, self.data, self.host, self.wrap = pathlib.Path(folder), pathlib.Path(folder) / name, host, list(wrap)
        self.port, self.name, self.process = port or free_port(), name, None

    def tool(self, name, *arguments, **options):
        return subprocess.run([str(TOOLS[-1] / name), *map(str, arguments)], cwd=self.folder, check=True, capture_output=True, text=True, **as_user(), **options)

    def make(self, **settings):
        """An empty cluster that trusts everyone on this machine."""
        self.tool("initdb", "-D", self.data, "-U", "penna", "-A", "trust", "-E", "UTF8", "--locale=C.UTF-8")
        self.set(listen_addresses="*", unix_socket_directories="", wal_level="replica", max_wal_senders=8, max_connections=200, hot_standby="on", wal_receiver_timeout="5s", wal_sender_timeout="5s", wal_retrieve_retry_interval="200ms", shared_buffers="32MB", **settings)
        with open(self.data / "pg_hba.conf", "a", encoding="utf-8") as file:
            file.write("host all all samenet trust\nhost replication all samenet trust\n")
        self.start()
        self.sql("CREATE DATABASE penna", "postgres")
        return self

    def follow(self, primary):
        """A standby of another one."""
        self.tool("pg_basebackup", "-D", self.data, "-h", primary.host, "-p", primary.port, "-U", "penna", "-R", "-X", "stream", "-c", "fast")
        self.set(primary_conninfo=f"host={primary.host} port={primary.port} user=penna application_name={self.name} connect_timeout=2")
        self.start()
        return self

    def set(self, **settings):
        with open(self.data / "postgresql.auto.conf", "a", encoding="utf-8") as file:
            for name, value in settings.items():
                file.write(f"{name} = '{value}'\n")
        if USER:
            os.chown(self.data / "postgresql.auto.conf", USER.pw_uid, USER.pw_gid)

    def start(self):
        log = open(self.folder / f"{self.name}.log", "a", encoding="utf-8")
        self.process = subprocess.Popen([*self.wrap, str(TOOLS[-1] / "postgres"), "-D", str(self.data), "-p", str(self.port)], cwd=self.folder, stdout=log, stderr=log, **as_user())
        log.close()
        self.wait()

    def wait(self, seconds=180):
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            if self.process.poll() is not None:
                raise RuntimeError(f"{self.name} ended: {(self.folder / f'{self.name}.log').read_text()[-1000:]}")
            if subprocess.run([str(TOOLS[-1] / "pg_isready"), "-q", "-h", self.host, "-p", str(self.port), "-t", "2"], check=False).returncode == 0:
                return
            time.sleep(0.1)
        raise RuntimeError(f"{self.name} does not start: {(self.folder / f'{self.name}.log').read_text()[-1000:]}")

    def sql(self, text, database="penna", seconds=60):
        """What psql prints, unaligned."""
        done = subprocess.run(["psql", "-X", "-q", "-A", "-t", "-v", "ON_ERROR_STOP=1", "-h", self.host, "-p", str(self.port), "-U", "penna", "-d", database, "-c", text],
                              capture_output=True, text=True, check=False, timeout=seconds, env=os.environ | {"PGCONNECT_TIMEOUT": "20"})
        if done.returncode:
            raise RuntimeError(done.stderr)
        return done.stdout.strip()

    def promote(self):
        self.sql("SELECT pg_promote(true, 30)", "postgres", 40)

    def signal(self, number):
        signal_all(self.process, number)

    def kill(self):
        """All its processes, those too that it was just about to start: one that is left would keep it from starting again."""
        self.signal(signal.SIGKILL)
        self.process.wait()
        while left := self.at_work():
            for pid in left:
                with contextlib.suppress(ProcessLookupError):
                    os.kill(pid, signal.SIGKILL)
            time.sleep(0.01)

    def at_work(self):
        """The processes that have its folder."""
        found = []
        for path in pathlib.Path("/proc").glob("[0-9]*/cwd"):
            with contextlib.suppress(OSError):
                if os.readlink(path) == str(self.data) and "Z" not in (path.parent / "stat").read_text().rpartition(")")[2][:3]:
                    found.append(int(path.parent.name))
        return found

    def stop(self):
        if self.process and self.process.poll() is None:
            self.signal(signal.SIGCONT)
            self.process.send_signal(signal.SIGQUIT)
            self.process.wait()


class Database:
    """A primary, and a synchronous standby if it is asked for."""

    def __init__(self, standby=False, memory=True, **settings):
        where = "/dev/shm" if memory and os.access("/dev/shm", os.W_OK) else None
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="penna-postgres-", dir=where))
        self.folder.chmod(0o755)
        if USER:
            os.chown(self.folder, USER.pw_uid, USER.pw_gid)
        self.standby = None
        self.primary = Postgres(self.folder, "left")
        try:
            self.primary.make(**settings)
            if standby:
                self.standby = Postgres(self.folder, "right")
                self.standby.follow(self.primary)
                self.guard(self.primary, self.standby)
        except BaseException:
            self.close()
            raise

    @staticmethod
    def guard(primary, standby):
        """Commits of the one wait for the other from now on."""
        primary.sql(f"ALTER SYSTEM SET synchronous_standby_names = '{standby.name}'", "postgres")
        primary.sql("SELECT pg_reload_conf()", "postgres")
        end = time.monotonic() + 120
        while primary.sql("SELECT count(*) FROM pg_stat_replication WHERE sync_state = 'sync'", "postgres") != "1":
            if time.monotonic() > end:
                raise RuntimeError("the standby does not follow")
            time.sleep(0.1)

    def url(self, database="penna"):
        hosts = ",".join(f"{one.host}:{one.port}" for one in (self.primary, self.standby) if one)
        return f"postgresql://penna@{hosts}/{database}"

    def fresh(self, name):
        """Another empty database; its address."""
        self.primary.sql(f'CREATE DATABASE "{name}"', "postgres")
        return self.url(name)

    def close(self):
        for one in (self.standby, self.primary):
            if one:
                one.stop()
        shutil.rmtree(self.folder, ignore_errors=True)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()


class Node:
    """One `penna serve`."""

    def __init__(self, penna, db, name, folder, *options, port=0, host="127.0.0.1", wrap=()):
        self.penna, self.db, self.name, self.folder, self.options = str(pathlib.Path(penna).resolve()), db, name, pathlib.Path(folder), options
        self.port, self.host, self.wrap, self.process = port, host, list(wrap), None
        self.start()

    def start(self):
        command = [*self.wrap, self.penna, "serve", "--listen", self.host, "--port", str(self.port), "--db", self.db, "--node", self.name, "--no-qr", *self.options]
        self.errors = open(self.folder / f"{self.name}.errors", "a", encoding="utf-8")
        for _ in range(40):
            self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=self.errors, text=True, env=os.environ | {"XDG_RUNTIME_DIR": str(self.folder)})
            found = re.search(r"port (\d+)", self.process.stdout.readline())
            if found:
                break
            self.process.wait()
            time.sleep(0.25)
        else:
            raise RuntimeError(f"{self.name} does not start: {self.said()[-500:]}")
        self.port = int(found[1])
        self.url = f"http://{self.host}:{self.port}"

    def said(self):
        return (self.folder / f"{self.name}.errors").read_text(encoding="utf-8")

    def signal(self, number):
        signal_all(self.process, number)

    def kill(self):
        self.signal(signal.SIGKILL)
        self.close()

    def stop(self, seconds=30):
        """Ends it cleanly; its exit status."""
        if self.process.poll() is None:
            self.signal(signal.SIGCONT)
            self.process.send_signal(signal.SIGTERM)
            try:
                self.process.wait(seconds)
            except subprocess.TimeoutExpired:
                self.process.kill()
        return self.close()

    def close(self):
        status = self.process.wait()
        self.process.stdout.close()
        self.errors.close()
        return status


class Balancer:
    """HAProxy with data/proxy/haproxy-cluster.cfg, the names of its nodes and its port put in."""

    def __init__(self, folder, nodes, port=None):
        self.port, self.folder = port or free_port(), pathlib.Path(folder)
        text = (ROOT / "data/proxy/haproxy-cluster.cfg").read_text(encoding="utf-8")
        lines = []
        for line in text.splitlines():
            if line.strip().startswith("bind "):
                line = f"    bind 127.0.0.1:{self.port}"
            if re.match(r"    server ", line):
                line = "" if any(part.startswith("    server ") for part in lines) else "\n".join(
                    f"    server {node.name} {node.host}:{node.port} {' '.join(line.split()[3:])}" for node in nodes)
            lines.append(line)
        path = self.folder / "haproxy.cfg"
        path.write_text("\n".join(lines) + "\n", encoding="utf-8")
        self.log = open(self.folder / "haproxy.log", "a", encoding="utf-8")
        haproxy = shutil.which("haproxy") or "/usr/sbin/haproxy"
        self.process = subprocess.Popen([haproxy, "-db", "-f", str(path)], stdout=self.log, stderr=self.log)
        self.url = f"http://127.0.0.1:{self.port}"
        end = time.monotonic() + 60
        while True:
            with contextlib.suppress(urllib.error.URLError, ConnectionError, TimeoutError):
                if urllib.request.urlopen(self.url + "/api/info", timeout=2).status == 200:
                    return
            if time.monotonic() > end or self.process.poll() is not None:
                raise RuntimeError("HAProxy does not start: " + (self.folder / "haproxy.log").read_text())
            time.sleep(0.1)

    def stop(self):
        self.process.terminate()
        self.process.wait()
        self.log.close()


class Cluster:
    """All of it."""

    def __init__(self, penna, count=3, standby=True, options=()):
        self.nodes, self.balancer = [], None
        self.database = Database(standby)
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="penna-cluster-"))
        try:
            for i in range(count):
                self.nodes.append(Node(penna, self.database.url(), f"node{i + 1}", self.folder, "--drain", "2s", "--trust-proxy", *options))
            self.balancer = Balancer(self.folder, self.nodes)
        except BaseException:
            self.close()
            raise
        self.url = self.balancer.url

    def close(self):
        if self.balancer:
            self.balancer.stop()
        for node in self.nodes:
            node.signal(signal.SIGCONT)
            node.process.terminate()
        for node in self.nodes:
            node.stop()
        self.database.close()
        shutil.rmtree(self.folder, ignore_errors=True)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()


def main():
    penna, count = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 3
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    with Cluster(penna, count) as cluster:
        print(f"Penna is at {cluster.url}, through HAProxy to:")
        for node in cluster.nodes:
            print(f"  {node.name} {node.url}, process {node.process.pid}")
        primary, standby = cluster.database.primary, cluster.database.standby
        print(f"on PostgreSQL at ports {primary.port} (primary, process {primary.process.pid}) and {standby.port} (synchronous standby, process {standby.process.pid}).")
        print("Ctrl-C ends all of it, and nothing is kept.", flush=True)
        with contextlib.suppress(KeyboardInterrupt):
            while True:
                time.sleep(3600)


if __name__ == "__main__":
    main()
