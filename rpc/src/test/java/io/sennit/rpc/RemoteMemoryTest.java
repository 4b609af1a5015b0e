// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sennit.base.Randomness;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

final class RemoteMemoryTest {
  private static final int BYTES = 1 << 20;
  private static final Method<String, String> GREET =
      Method.of("test/Greet", Codec.utf8(), Codec.utf8());

  private final List<RemoteRegion> regions = new ArrayList<>();
  private RpcServer server = start();
  private RpcClient client = connect();

  @BeforeEach
  void nothingIsAttachedYet() {
    assertTrue(regions.isEmpty(), regions::toString);
  }

  @AfterEach
  void stop() {
    client.close();
    server.close();
  }

  @Test
  void whatIsWrittenIsReadAndSeenByTheServer() {
    RemoteMemory table = client.remoteMemory("table");
    assertEquals(BYTES, table.length());
    byte[] bytes = new byte[300_000];
    Randomness.seeded(4).nextBytes(bytes);
    try (Body from = client.allocate(bytes.length);
        Body into = client.allocateTarget(bytes.length)) {
      MemorySegment.copy(MemorySegment.ofArray(bytes), 0, from.segment(), 0, bytes.length);
      table.write(4096, from);
      table.read(4096, into);
      assertArrayEquals(bytes, into.toByteArray());
    }
    MemorySegment served = regions.getFirst().segment().asSlice(4096, bytes.length);
    assertArrayEquals(bytes, served.toArray(ValueLayout.JAVA_BYTE));
  }

  @Test
  void theServerPreparesMemoryBeforeTheClientSeesIt() {
    try (Body into = client.allocate(5)) {
      client.remoteMemory("table").read(BYTES - 5, into);
      assertArrayEquals(new byte[] {7, 7, 7, 7, 7}, into.toByteArray());
    }
  }

  @Test
  void everyClientHasMemoryOfItsOwn() {
    try (RpcClient other = connect();
        Body one = client.allocate(1);
        Body into = other.allocate(1)) {
      one.segment().set(ValueLayout.JAVA_BYTE, 0, (byte) 1);
      client.remoteMemory("table").write(0, one);
      other.remoteMemory("table").read(0, into);
      assertEquals(7, into.byteAt(0));
    }
    assertEquals(2, regions.size());
  }

  @Test
  void countersOfManyThreadsAddUp() throws Exception {
    RemoteMemory table = client.remoteMemory("table");
    table.compareAndSwap(64, 0x0707070707070707L, 0);
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      Thread.Builder kind = i % 2 == 0 ? Thread.ofVirtual() : Thread.ofPlatform();
      threads.add(kind.start(() -> {
        for (int round = 0; round < 50; round++) {
          table.fetchAndAdd(64, 3);
        }
      }));
    }
    for (Thread thread : threads) {
      thread.join();
    }
    assertEquals(8 * 50 * 3, table.fetchAndAdd(64, 0));
    assertEquals(8 * 50 * 3, table.compareAndSwap(64, 1, 2), "not swapped");
    assertEquals(8 * 50 * 3, table.fetchAndAdd(64, 0));
  }

  @Test
  void manyAsynchronousWritesLandWhereTheyBelong() throws Exception {
    RemoteMemory table = client.remoteMemory("table");
    List<CompletableFuture<Void>> writes = new ArrayList<>();
    for (int i = 0; i < 200; i++) {
      try (Body word = client.allocate(8)) {
        word.segment().set(ValueLayout.JAVA_LONG, 0, i);
        writes.add(table.writeAsync(8L * i, word));
      }
    }
    for (CompletableFuture<Void> write : writes) {
      write.get(20, TimeUnit.SECONDS);
    }
    try (Body into = client.allocate(8 * 200)) {
      table.read(0, into);
      for (int i = 0; i < 200; i++) {
        assertEquals(i, into.segment().get(ValueLayout.JAVA_LONG, 8L * i));
      }
    }
  }

  @Test
  void revokedMemoryIsOutOfReachAndCallsGoOn() throws Exception {
    RemoteMemory table = client.remoteMemory("table");
    regions.getFirst().revoke().get(20, TimeUnit.SECONDS);
    try (Body into = client.allocate(8)) {
      RpcException refused = assertThrows(RpcException.class, () -> table.read(0, into));
      assertEquals(StatusCode.UNAVAILABLE, refused.code(), refused::getMessage);
    }
    assertThrows(
        IllegalStateException.class,
        () -> regions.getFirst().segment().get(ValueLayout.JAVA_BYTE, 0));
    assertEquals("hello", client.call(GREET, "hello"));
  }

  @Test
  void anOperationWithoutTheRightIsDeniedBeforeItIsSent() {
    RemoteMemory board = client.remoteMemory("board");
    assertEquals(Set.of(RemoteRight.READ), board.rights());
    try (Body word = client.allocate(8)) {
      deniedUnsent(() -> board.fetchAndAdd(0, 1));
      deniedUnsent(() -> board.compareAndSwap(0, 0, 1));
      deniedUnsent(() -> board.write(0, word));
      deniedUnsent(() -> board.writeAsync(0, word));
      board.read(0, word);
      assertEquals(0, word.byteAt(0));
    }
  }

  private static void deniedUnsent(Executable operation) {
    RpcException denied = assertThrows(RpcException.class, operation);
    assertEquals(StatusCode.PERMISSION_DENIED, denied.code(), denied::getMessage);
    assertEquals(Executed.NO, denied.executed(), denied::getMessage);
  }

  @Test
  void wrongUseIsAProgrammersError() {
    RemoteMemory table = client.remoteMemory("table");
    try (Body heap = Body.wrap(new byte[8]);
        Body own = client.allocate(8)) {
      assertThrows(IllegalArgumentException.class, () -> table.read(0, heap));
      assertThrows(IndexOutOfBoundsException.class, () -> table.read(BYTES - 7, own));
      assertThrows(IndexOutOfBoundsException.class, () -> table.read(-1, own));
      assertThrows(IllegalArgumentException.class, () -> table.fetchAndAdd(4, 1));
    }
    RpcException unknown = assertThrows(RpcException.class, () -> client.remoteMemory("other"));
    assertEquals(StatusCode.NOT_FOUND, unknown.code());
  }

  @Test
  void operationsOnALostConnectionFailInBoundedTime() {
    RemoteMemory table = client.remoteMemory("table");
    client.close();
    try (Body into = Body.empty()) {
      assertThrows(RuntimeException.class, () -> table.read(0, into));
    }
    RpcException failure = assertThrows(RpcException.class, () -> table.fetchAndAdd(0, 1));
    assertEquals(Executed.NO, failure.executed(), failure::getMessage);
  }

  @Test
  void asynchronousFailuresShowInTheFuture() throws Exception {
    RemoteMemory table = client.remoteMemory("table");
    regions.getFirst().revoke().get(20, TimeUnit.SECONDS);
    try (Body from = client.allocate(8)) {
      CompletableFuture<Void> write = table.writeAsync(0, from);
      ExecutionException failure =
          assertThrows(ExecutionException.class, () -> write.get(20, TimeUnit.SECONDS));
      assertTrue(failure.getCause() instanceof RpcException, failure::toString);
    }
  }

  private RpcServer start() {
    return RpcServer.builder()
        .handle(GREET, call -> call.reply(call.request()))
        .remoteMemory("table", BYTES, EnumSet.allOf(RemoteRight.class), region -> {
          region.segment().fill((byte) 7);
          regions.add(region);
        })
        .remoteMemory("board", 8, EnumSet.of(RemoteRight.READ), region -> {})
        .start();
  }

  private RpcClient connect() {
    return RpcClient.connect("localhost:" + server.address().getPort());
  }
}
