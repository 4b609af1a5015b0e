// SPDX-License-Identifier: Apache-2.0
package io.sennit.roce;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sennit.base.Randomness;
import io.sennit.roce.wire.IpAddress;
import io.sennit.verbs.Opcode;
import io.sennit.verbs.PostStatus;
import java.util.ArrayDeque;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A port whose send socket is full holds up no other. */
final class FullPortTest {
  private static final int BYTES = 400_000;

  private final ArrayDeque<Copy> network = new ArrayDeque<>();
  private final Side near;
  private final Side far;
  private final RoceQueuePair byOther;
  private long nowNanos = 1;

  FullPortTest() {
    Randomness random = Randomness.seeded(1);
    EngineConfig config = EngineConfig.STANDARD;
    Node one = new Node(Node.ports(1, 2, 1024), config, random, network::add, () -> {});
    Node other = new Node(Node.ports(2, 2, 1024), config, random, network::add, () -> {});
    near = new Side(one, other.asRemote(1 << 20), 1 << 20);
    far = new Side(other, one.asRemote(1 << 20), 1 << 20);
    Pair.connect(near.queuePair, far.queuePair);
    byOther = near.queuePair(near.completions, 1);
    Pair.connect(byOther, far.queuePair(far.completions, 1));
  }

  private void turns(int count) {
    for (int turn = 0; turn < count; turn++) {
      nowNanos += 1_000;
      for (Side side : List.of(near, far)) {
        side.node.engine.timers(nowNanos);
        side.node.engine.transmit(side.node, nowNanos);
        side.drain();
      }
      for (int packets = network.size(); packets > 0; packets--) {
        Copy copy = network.remove();
        (near.node.owns(copy) ? near : far).node.receive(copy, true, nowNanos);
      }
    }
  }

  @Test
  void fullPortHoldsUpNoOther() {
    byte[] sent = near.fill(0, BYTES, Randomness.seeded(2));
    near.node.fullPort = 0;
    near.post(near.request(Opcode.WRITE, 1, 0, BYTES, far));
    near.node.engine.transmit(near.node, nowNanos);
    assertEquals(
        PostStatus.POSTED, byOther.post(near.request(Opcode.WRITE, 2, 0, BYTES, far)), "post");
    turns(500);
    assertEquals(List.of("2 SUCCESS WRITE " + BYTES), List.copyOf(near.inbox));
    assertArrayEquals(sent, far.bytes(0, BYTES));
    assertTrue(near.node.engine.hasWork(), "what was refused is forgotten");
    assertFalse(near.node.engine.transmit(near.node, nowNanos), "there is nothing to try at once");
    near.node.fullPort = -1;
    turns(5_000);
    assertTrue(near.inbox.contains("1 SUCCESS WRITE " + BYTES), near.inbox.toString());
    assertFalse(near.node.engine.hasWork(), "work is left");
  }

  @Test
  void fullPortHoldsUpNoDatagramOfAnother() {
    turns(5_000);
    UdQueuePair byFull = datagrams(0);
    UdQueuePair byFree = datagrams(1);
    near.node.fullPort = 0;
    assertEquals(PostStatus.POSTED, send(byFull), "post");
    assertEquals(PostStatus.POSTED, send(byFree), "post");
    assertFalse(near.node.engine.transmit(near.node, nowNanos), "all were taken");
    assertEquals(1, network.size(), "datagrams");
    near.node.fullPort = -1;
    assertTrue(near.node.engine.transmit(near.node, nowNanos), "something is refused");
    assertEquals(2, network.size(), "datagrams");
  }

  private UdQueuePair datagrams(int port) {
    return near.node.engine.createUdQueuePair(new UdConfig(port, 1, 7, 4, false), (message, at) -> {
      throw new AssertionError("nobody sends here");
    });
  }

  private PostStatus send(UdQueuePair queuePair) {
    IpAddress there = IpAddress.ofIpv4(0x0a00_0209);
    return queuePair.send(queuePair.addressHandle(there, 4791, 2, 7), near.memory.segment(), 0, 8);
  }
}
