# SPDX-License-Identifier: Apache-2.0
"""Tells the senders of UDP packets, as a router on their way would, that these were too long.

Arguments: the device that they come to, and the MTU that is claimed. For a second every flow that
is seen is answered with ICMP's "fragmentation needed" once; at the end it says how many were.
"""
import socket
import struct
import sys
import time


def checksum(data):
    total = sum(struct.unpack("!%dH" % (len(data) // 2), data))
    while total >> 16:
        total = (total & 0xFFFF) + (total >> 16)
    return ~total & 0xFFFF


def needed(packet, mtu):
    quoted = packet[:28]
    body = struct.pack("!BBHHH", 3, 4, 0, 0, mtu) + quoted
    return struct.pack("!BBHHH", 3, 4, checksum(body), 0, mtu) + quoted


device, mtu = sys.argv[1], int(sys.argv[2])
seen = socket.socket(socket.AF_PACKET, socket.SOCK_DGRAM, socket.htons(0x0800))
seen.bind((device, 0))
seen.settimeout(0.1)
out = socket.socket(socket.AF_INET, socket.SOCK_RAW, socket.IPPROTO_ICMP)
forged = set()
end = time.monotonic() + 1
while time.monotonic() < end:
    try:
        packet, where = seen.recvfrom(65535)
    except TimeoutError:
        continue
    flow = packet[12:24]
    incoming = where[2] != socket.PACKET_OUTGOING
    if incoming and packet[9] == socket.IPPROTO_UDP and flow not in forged:
        out.sendto(needed(packet, mtu), (socket.inet_ntoa(packet[12:16]), 0))
        forged.add(flow)
print("forged", len(forged))
