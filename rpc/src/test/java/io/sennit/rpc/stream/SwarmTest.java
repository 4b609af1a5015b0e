// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc.stream;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sennit.base.Randomness;
import io.sennit.rpc.Body;
import io.sennit.rpc.Executed;
import io.sennit.rpc.Metadata;
import io.sennit.rpc.StatusCode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Many calls of all kinds at once, with everything that may happen happening at random: messages
 * and completions in any order, tight windows and memory, cancels from both sides, deadlines.
 * Whatever happens, each call ends once on each side that knew it, what arrived is a prefix of what
 * was sent, and nothing is left over.
 */
class SwarmTest {
  private static final int CALLS = 60;
  private static final long TICK_NANOS = 1000;
  private static final int[] LENGTHS = {0, 1, 50, 3000, 9000, 20_000, 40_000, 70_000, 200_000};

  /** What one side of a call sends, and what it got. */
  private final class Talker extends Probe {
    private final long seed;
    private final boolean client;
    private int toSend;
    private int sent;
    private RpcStream stream;

    Talker(long seed, boolean client, RpcStream stream) {
      this.seed = seed;
      this.client = client;
      this.stream = stream;
      toSend = random.nextInt(5);
    }

    /** Does one random thing. */
    void act() {
      if (isClosed()) {
        return;
      }
      int dice = random.nextInt(100);
      if (dice < 2) {
        stream.cancel(StatusCode.ABORTED, "the test cancels");
      } else if (dice < 50) {
        stream.request(1 + random.nextInt(3));
      } else if (sent < toSend && stream.isReady()) {
        send();
      } else if (sent == toSend) {
        finishSending();
      }
    }

    private void send() {
      byte[] bytes = message(seed, client, sent++);
      if (random.nextBoolean()) {
        stream.sendMessage(Body.wrap(bytes));
      } else {
        Body body = stream
            .session()
            .bodies()
            .allocateToSend(bytes.length)
            .orElseGet(() -> Body.wrap(bytes));
        body.segment().copyFrom(java.lang.foreign.MemorySegment.ofArray(bytes));
        stream.sendMessage(body);
      }
    }

    private void finishSending() {
      sent++;
      if (client) {
        stream.halfClose();
      } else {
        stream.end(StatusCode.NOT_FOUND, "end of " + seed, Metadata.EMPTY);
      }
    }

    void check(Talker other) {
      assertTrue(isClosed(), () -> "call " + seed + " is open: " + events);
      assertTrue(messages.size() <= other.toSend, () -> messages.size() + " messages");
      for (int i = 0; i < messages.size(); i++) {
        assertArrayEquals(message(seed, !client, i), messages.get(i));
      }
    }
  }

  private final Map<Long, Talker> servers = new HashMap<>();
  private final List<Talker> clients = new ArrayList<>();
  private Randomness random = Randomness.seeded(0);

  private static byte[] message(long seed, boolean client, int index) {
    Randomness content = Randomness.seeded(seed * 100 + index * 2L + (client ? 1 : 0));
    byte[] bytes = new byte[LENGTHS[content.nextInt(LENGTHS.length)]];
    content.nextBytes(bytes);
    return bytes;
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 1000, 2000, 3000})
  void everyCallEndsOnceAndNothingIsLeft(long firstSeed) {
    for (long seed = firstSeed; seed < firstSeed + 60; seed++) {
      run(seed);
    }
  }

  private void run(long seed) {
    random = Randomness.seeded(seed);
    servers.clear();
    clients.clear();
    try {
      swarm(seed);
    } catch (RuntimeException | AssertionError e) {
      throw new AssertionError("seed " + seed + ": " + e, e);
    }
  }

  private StreamConfig config() {
    return new StreamConfig(
        random.nextBoolean() ? 32 << 10 : 0,
        1 + random.nextInt(60_000),
        1 + random.nextInt(8),
        60_000 + random.nextInt(100_000),
        200_000 + random.nextInt(1_000_000),
        1_200_000 + random.nextInt(4_000_000),
        2_000_000,
        random.nextBoolean() ? 0 : random.nextInt(800_000),
        1 + random.nextInt(CALLS),
        CALLS,
        2_000,
        4096,
        1_000_000_000,
        Long.MAX_VALUE);
  }

  private void swarm(long seed) {
    Ends ends = new Ends(config(), config(), seed, 600 + random.nextInt(7500));
    for (Ends.Side side : List.of(ends.client, ends.server)) {
      side.cord.shuffled = true;
      side.cord.normalSlots(4 + random.nextInt(60));
      side.cord.maxLeases = 2 + random.nextInt(20);
      side.cord.maxTransfers = 1 + random.nextInt(8);
    }
    ends.acceptor = this::accept;
    int opened = 0;
    for (int round = 0; round < 20_000 && (opened < CALLS || anyOpen()); round++) {
      if (opened < CALLS && random.nextInt(3) == 0) {
        open(ends, seed * 1000 + opened++);
      }
      actAll();
      ends.step();
      ends.clock.advance(TICK_NANOS);
    }
    for (Talker client : clients) {
      assertTrue(client.isClosed(), () -> "call " + client.seed + " is open: " + client.events);
      Talker server = servers.get(client.seed);
      if (server == null) {
        assertEquals(0, client.messages.size(), () -> "never run: " + client.events);
      }
    }
    ends.assertNothingLeft();
    clients.forEach(this::checkPair);
    assertEquals(List.of("ready"), ends.client.life);
    assertEquals(List.of("ready"), ends.server.life);
    long accepted = ends.server.engine.snapshot().callsStarted();
    assertEquals(servers.size(), accepted);
  }

  private void checkPair(Talker client) {
    Talker server = servers.get(client.seed);
    if (server == null) {
      assertTrue(client.end().executed() != Executed.YES, () -> client.end().toString());
      return;
    }
    assertTrue(client.end().executed() != Executed.NO, () -> client.end().toString());
    client.check(server);
    server.check(client);
    if (client.end().code() == StatusCode.NOT_FOUND) {
      assertEquals(server.toSend, client.messages.size(), () -> client.events.toString());
    }
  }

  private boolean anyOpen() {
    return clients.stream().anyMatch(talker -> !talker.isClosed())
        || servers.values().stream().anyMatch(talker -> !talker.isClosed());
  }

  private void actAll() {
    for (Talker talker : clients) {
      talker.act();
    }
    for (Talker talker : List.copyOf(servers.values())) {
      talker.act();
    }
  }

  private void open(Ends ends, long id) {
    OpenCall call = OpenCall.of("swarm/" + id)
        .withMetadata(
            Metadata.builder().add("pad", "x".repeat(random.nextInt(1500))).build());
    if (random.nextInt(4) == 0) {
      call = call.withTimeout(1 + random.nextInt(200) * TICK_NANOS);
    }
    if (random.nextInt(4) == 0) {
      Body target =
          ends.client.pool.allocateToReceive(1 + random.nextInt(100_000)).orElse(null);
      call = target == null ? call : call.withResponseTarget(target);
    }
    Talker talker = new Talker(id, true, new NoStream());
    talker.stream = ends.client.engine.open(call, talker);
    clients.add(talker);
  }

  private StreamListener accept(RpcStream stream, IncomingCall call) {
    long id = Long.parseLong(call.method().substring("swarm/".length()));
    Talker talker = new Talker(id, false, stream);
    assertTrue(servers.put(id, talker) == null, () -> "call " + id + " was run twice");
    if (random.nextBoolean()) {
      stream.sendHeaders(call.metadata());
    }
    return talker;
  }
}
