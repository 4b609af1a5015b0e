// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import org.junit.jupiter.api.Test;

final class ProcessMemoryTest {
  private static final SessionFloor FLOOR = new SessionFloor(60, 40, 200);

  private final ProcessMemory memory = new ProcessMemory(new MemoryConfig(1_000, 1_000, 60));

  @Test
  void sessionsThatFitBeginAndTheNextOneIsRefusedWithASentence() throws Exception {
    admit("192.0.2.1");
    admit("192.0.2.2");
    admit("192.0.2.3");
    admit("192.0.2.4");
    admit("192.0.2.5");
    ProcessMemory.Admission sixth = ask("192.0.2.6");
    assertTrue(sixth.memory().isEmpty(), "the sixth has memory");
    assertTrue(
        sixth.obstacle().contains("the registered memory of this process holds 1000 of at most"),
        sixth.obstacle());
    assertEquals(1, memory.refusedSessions());
    assertEquals(500, memory.heap().chargedBytes(), "the sixth's heap stays charged");
  }

  @Test
  void onePeersSessionsHaveAShareTogether() throws Exception {
    for (int i = 0; i < 3; i++) {
      admit("192.0.2.1");
    }
    ProcessMemory.Admission fourth = ask("192.0.2.1");
    assertTrue(fourth.obstacle().contains("peer 192.0.2.1"), fourth.obstacle());
    admit("192.0.2.2");
  }

  @Test
  void whatChargesBeyondItsFloorMeetsThePeersShareFirst() throws Exception {
    SessionMemory greedy = admit("192.0.2.1");
    assertTrue(greedy.registered().tryCharge(600), "its peer's share");
    assertTrue(!greedy.registered().tryCharge(1), "beyond its peer's share");
    assertTrue(admit("192.0.2.2").registered().tryCharge(200), "another peer's floor");
  }

  @Test
  void aFloorComesBackAtTheEndAndTheRestWhenNothingIsLeft() throws Exception {
    SessionMemory session = admit("192.0.2.1");
    assertTrue(session.registered().tryCharge(150) && session.heap().tryCharge(10), "charged");
    session.close();
    assertEquals(150, memory.registered().chargedBytes());
    assertEquals(70, memory.heap().chargedBytes());
    assertTrue(!session.registered().tryCharge(1), "charged after its end");
    session.heap().release(10);
    session.gone();
    session.gone();
    assertEquals(0, memory.registered().chargedBytes());
    assertEquals(0, memory.heap().chargedBytes());
    admit("192.0.2.1");
  }

  @Test
  void allLoopbackAddressesAreOnePeer() throws Exception {
    for (String address : new String[] {"127.0.0.1", "::1", "127.0.0.9"}) {
      admit(address);
    }
    assertTrue(ask("127.0.0.2").memory().isEmpty(), "a fourth of localhost");
  }

  private SessionMemory admit(String address) throws UnknownHostException {
    ProcessMemory.Admission admission = ask(address);
    return admission.memory().orElseThrow(() -> new AssertionError(admission.obstacle()));
  }

  private ProcessMemory.Admission ask(String address) throws UnknownHostException {
    return memory.admit(new InetSocketAddress(InetAddress.getByName(address), 1), FLOOR);
  }
}
