#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""In the guest: runs what it is told. One connection, one line of shell; its output comes back,
and in the end a line of its own with the exit status."""
import socketserver
import subprocess


class Command(socketserver.StreamRequestHandler):
    def handle(self):
        line = self.rfile.readline().decode().strip()
        done = subprocess.run(
            ["timeout", "-k", "5", "120", "bash", "-c", line],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            check=False,
        )
        self.wfile.write(done.stdout + b"\nexit %d\n" % done.returncode)


class Agent(socketserver.ThreadingTCPServer):
    allow_reuse_address = True
    daemon_threads = True


Agent(("10.98.0.2", 7000), Command).serve_forever()
