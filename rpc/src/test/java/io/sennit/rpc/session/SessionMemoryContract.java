// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc.session;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;

/** What sessions hold of their process' memory, and what becomes of those that do not fit. */
abstract class SessionMemoryContract extends SessionsFixture {
  @Test
  void aSessionIsRefusedForWantOfMemoryAndEndedOnesGiveAllBack() throws Exception {
    SessionFloor floor = SessionFloor.of(config);
    ProcessMemory memory = new ProcessMemory(
        new MemoryConfig(2 * floor.heapBytes() - 1, 2 * floor.registeredBytes(), 100));
    serverGroup = new LoopGroup("small", EventLoopConfig.defaults(), List.of(provider()), memory);
    open.add(serverGroup);
    SessionServer server = serve(0);
    Events first = connect(server);
    assertArrayEquals(bytes(70_000), EchoDoor.echo(first.session(), bytes(70_000)));
    assertContains(connect(server).ended(), "no memory for another session", "memory.heapBytes");
    assertEquals(1, server.count(ServerCount.REFUSED_MEMORY));
    assertEquals(1, memory.refusedSessions());
    first.session().shutdown();
    first.ended();
    awaitThat("all memory is back", () -> memory.heap().chargedBytes() == 0);
    assertEquals(0, memory.registered().chargedBytes());
    connect(server).session();
  }

  @Test
  void aClientWithoutMemoryForASessionSaysSo() throws Exception {
    ProcessMemory memory = new ProcessMemory(new MemoryConfig(1 << 20, 1, 100));
    clientGroup = new LoopGroup("small", EventLoopConfig.defaults(), List.of(provider()), memory);
    open.add(clientGroup);
    assertContains(connect(serve(0)).ended(), "UNAVAILABLE", "this process has no memory");
    assertEquals(0, memory.heap().chargedBytes());
  }
}
