#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""In the guest: one queue pair of rxe that does what it is told over TCP, line by line.

  peer.py PORT ADDRESS GID_INDEX MEMORY

Answers each line by one: what was asked for, "ok", or "failed ...". Memory is MEMORY bytes.
"""
import hashlib
import socket
import sys
import time

from pyverbs import enums as e
from pyverbs.addr import AHAttr, GID, GlobalRoute
from pyverbs.cq import CQ
from pyverbs.device import Context
from pyverbs.mr import MR
from pyverbs.pd import PD
from pyverbs.qp import QP, QPAttr, QPCap, QPInitAttr
from pyverbs.wr import RecvWR, SGE, SendWR

PATIENCE_SECONDS = 60
ACCESS = (
    e.IBV_ACCESS_LOCAL_WRITE
    | e.IBV_ACCESS_REMOTE_WRITE
    | e.IBV_ACCESS_REMOTE_READ
    | e.IBV_ACCESS_REMOTE_ATOMIC
)
OPCODES = {
    "send": e.IBV_WR_SEND,
    "send_imm": e.IBV_WR_SEND_WITH_IMM,
    "write": e.IBV_WR_RDMA_WRITE,
    "write_imm": e.IBV_WR_RDMA_WRITE_WITH_IMM,
    "read": e.IBV_WR_RDMA_READ,
    "swap": e.IBV_WR_ATOMIC_CMP_AND_SWP,
    "add": e.IBV_WR_ATOMIC_FETCH_AND_ADD,
}


class Peer:
    def __init__(self, gid_index, memory):
        self.gid_index = gid_index
        self.context = Context(name="rxe0")
        self.domain = PD(self.context)
        self.sends = CQ(self.context, 64)
        self.receives = CQ(self.context, 64)
        self.memory = MR(self.domain, memory, ACCESS)
        cap = QPCap(max_send_wr=32, max_recv_wr=32, max_send_sge=1, max_recv_sge=1)
        init = QPInitAttr(
            qp_type=e.IBV_QPT_RC, scq=self.sends, rcq=self.receives, cap=cap, sq_sig_all=1
        )
        self.pair = QP(self.domain, init)

    def hello(self):
        return f"{self.pair.qp_num} {self.memory.buf} {self.memory.rkey}"

    def connect(self, number, psn, gid, mtu, own_psn, timeout):
        attr = QPAttr(port_num=1)
        attr.qp_access_flags = ACCESS
        attr.dest_qp_num = int(number)
        attr.path_mtu = {"1024": e.IBV_MTU_1024, "4096": e.IBV_MTU_4096}[mtu]
        attr.rq_psn = int(psn)
        attr.sq_psn = int(own_psn)
        attr.max_rd_atomic = attr.max_dest_rd_atomic = 16
        attr.min_rnr_timer, attr.timeout, attr.retry_cnt, attr.rnr_retry = 12, int(timeout), 6, 6
        route = GlobalRoute(dgid=GID(gid), sgid_index=self.gid_index, hop_limit=64)
        attr.ah_attr = AHAttr(gr=route, is_global=1, port_num=1)
        self.pair.to_rts(attr)
        return "ok"

    def _range(self, offset, length):
        return SGE(self.memory.buf + int(offset), int(length), self.memory.lkey)

    def do(self, kind, offset, length, address, key, *rest):
        """A request from here; rest is the immediate, or the operands of an atomic."""
        request = SendWR(opcode=OPCODES[kind], num_sge=1, sg=[self._range(offset, length)])
        if kind in ("swap", "add"):
            request.set_wr_atomic(int(key), int(address), int(rest[0]), int(rest[1]))
        else:
            if kind.endswith("_imm"):
                immediate = socket.htonl(int(rest[0]))
                request = SendWR(
                    opcode=OPCODES[kind],
                    num_sge=1,
                    sg=[self._range(offset, length)],
                    imm_data=immediate,
                )
            if not kind.startswith("send"):
                request.set_wr_rdma(int(key), int(address))
        self.pair.post_send(request)
        self._completion(self.sends)
        return "ok"

    def pieces(self, kind, offset, length, piece, address, key):
        """Requests of at most so many bytes, one after the other."""
        for at in range(0, int(length), int(piece)):
            size = min(int(piece), int(length) - at)
            self.do(kind, int(offset) + at, size, int(address) + at, key)
        return "ok"

    def receive(self, offset, length):
        self.pair.post_recv(RecvWR(num_sge=1, sg=[self._range(offset, length)]))
        return "ok"

    def received(self):
        """What the oldest receive got: bytes, and the immediate or -1."""
        done = self._completion(self.receives)
        with_immediate = done.wc_flags & e.IBV_WC_WITH_IMM
        return f"{done.byte_len} {socket.ntohl(done.imm_data) if with_immediate else -1}"

    @staticmethod
    def _completion(queue):
        deadline = time.monotonic() + PATIENCE_SECONDS
        while time.monotonic() < deadline:
            count, found = queue.poll(1)
            if count:
                if found[0].status != e.IBV_WC_SUCCESS:
                    raise RuntimeError(f"status {found[0].status}")
                return found[0]
            time.sleep(0.001)
        raise RuntimeError("no completion")

    def fill(self, offset, length, seed):
        self.memory.write(pattern(int(length), int(seed)), int(length), int(offset))
        return "ok"

    def hash(self, offset, length):
        return hashlib.sha256(self.memory.read(int(length), int(offset))).hexdigest()

    def word(self, offset):
        return str(int.from_bytes(self.memory.read(8, int(offset)), "little"))

    def set(self, offset, value):
        self.memory.write(int(value).to_bytes(8, "little"), 8, int(offset))
        return "ok"


def pattern(length, seed):
    """Byte i is the low byte of (i * 31 + i / 256 + seed)."""
    period = bytes((i * 31 + (i >> 8) + seed) & 255 for i in range(min(length, 1 << 16)))
    return (period * (length // len(period) + 1))[:length]


def serve(peer, lines, out):
    for line in lines:
        verb, *words = line.split()
        try:
            answer = getattr(peer, verb)(*words)
        except Exception as problem:  # goes to whoever asked
            answer = f"failed {problem!r}".replace("\n", " ")
        out.write(answer + "\n")
        out.flush()


def main():
    with socket.create_server((sys.argv[2], int(sys.argv[1]))) as server:
        peer = Peer(int(sys.argv[3]), int(sys.argv[4]))
        with server.accept()[0] as connection, connection.makefile("rw") as stream:
            serve(peer, stream, stream)


main()
