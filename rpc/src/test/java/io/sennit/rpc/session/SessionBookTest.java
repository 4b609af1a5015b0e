// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sennit.multipath.BraidSnapshot;
import io.sennit.multipath.PathBytes;
import io.sennit.multipath.PathFlow;
import io.sennit.multipath.PathQuality;
import io.sennit.multipath.PathSnapshot;
import io.sennit.multipath.StrandState;
import io.sennit.rpc.LivePath;
import io.sennit.rpc.PathTraffic;
import io.sennit.rpc.Peer;
import io.sennit.rpc.SessionsMXBean;
import io.sennit.rpc.stream.SessionInfo;
import io.sennit.verbs.Path;
import io.sennit.verbs.Port;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.MBeanServerFactory;
import javax.management.ObjectName;
import javax.management.openmbean.CompositeData;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class SessionBookTest {
  private final SessionBook book = new SessionBook();
  private final ProcessMemory memory = new ProcessMemory(new MemoryConfig(1000, 2000, 100));

  @Test
  void whatEndedSessionsMovedIsKept() {
    Object first = new Object();
    book.enter(first, braid("shm", 1, 10));
    book.enter(new Object(), braid("shm", 1, 5));
    List<PathTraffic> both = List.of(new PathTraffic("shm near-far/1", 15, 30, 45));
    assertEquals(both, book.traffic());

    book.leave(first);
    book.leave(first);

    assertEquals(both, book.traffic());
    assertEquals(1, book.live());
  }

  @Test
  void peopleReadTheIdOfASessionInOneWay() {
    PathSnapshot now = braid("shm", 1, 1).paths().getFirst().now();
    String path = new LivePath("shm", -2, true, "near", "far", now).toString();
    assertTrue(path.contains("session fffffffffffffffe, client"), path);
    InetSocketAddress address = InetSocketAddress.createUnresolved("here", 1);
    String peer = new Peer("shm", address, address, -2).toString();
    assertTrue(peer.contains("session fffffffffffffffe"), peer);
  }

  @Test
  void everyPathHasItsOwnRow() {
    book.enter(new Object(), braid("shm", 1, 1));
    book.enter(new Object(), braid("roce", 2, 1));
    assertEquals(
        List.of("roce near-far/2", "shm near-far/1"),
        book.traffic().stream().map(PathTraffic::path).toList());
  }

  @Test
  void pathsAreNamedAfterThePortsOfBothSides() {
    book.enter(new Object(), braid("roce", 7, 3));
    LivePath path = book.paths().getFirst();
    assertEquals("roce near-far/7", path.name(), path.toString());
    assertEquals(9, path.now().bytesWritten(), path.toString());
  }

  @Test
  void jmxShowsWhatIsInTheBook() throws JMException {
    book.enter(new Object(), braid("roce", 7, 3));
    MBeanServer server = MBeanServerFactory.newMBeanServer();
    ObjectName name = new ObjectName(SessionsMXBean.NAME);
    server.registerMBean(new SessionsBean(book, memory, () -> 5_000_000), name);
    assertEquals(1, server.getAttribute(name, "Live"));
    CompositeData[] paths = (CompositeData[]) server.getAttribute(name, "Paths");
    assertEquals(1, paths.length);
    assertEquals("roce near-far/7", paths[0].get("path"), paths[0]::toString);
    assertEquals("GOOD", paths[0].get("state"), paths[0]::toString);
    assertEquals(5L, paths[0].get("stateMillis"), paths[0]::toString);
    assertEquals(12L, paths[0].get("outBytes"), paths[0]::toString);
    assertEquals(1.0, paths[0].get("inShare"), paths[0]::toString);
    CompositeData heap = (CompositeData) server.getAttribute(name, "Heap");
    assertEquals(1000L, heap.get("limitBytes"), heap::toString);
    CompositeData registered = (CompositeData) server.getAttribute(name, "Registered");
    assertEquals(2000L, registered.get("limitBytes"), registered::toString);
    assertEquals(0L, registered.get("heldBytes"), registered::toString);
    assertEquals(0L, server.getAttribute(name, "RefusedSessions"));
  }

  @Test
  void flightRecorderSamplesWhatIsInTheBook(@TempDir java.nio.file.Path directory)
      throws IOException {
    book.enter(new Object(), braid("roce", 7, 3));
    java.nio.file.Path file = directory.resolve("quality.jfr");
    try (Recording recording = new Recording()) {
      recording.enable("io.sennit.PathQuality").withPeriod(Duration.ofDays(1));
      recording.start();
      FlightSampler.sample(new SessionsBean(book, memory, () -> 0));
      recording.stop();
      recording.dump(file);
    }
    List<RecordedEvent> events = RecordingFile.readAllEvents(file).stream()
        .filter(event -> event.getString("path").equals("roce near-far/7"))
        .toList();
    assertEquals(1, events.size(), events::toString);
    assertEquals("GOOD", events.getFirst().getString("state"), events::toString);
    assertEquals(1.0, events.getFirst().getDouble("outShare"), events::toString);
  }

  private static NamedBraid braid(String provider, int label, long bytes) {
    InetSocketAddress any = InetSocketAddress.createUnresolved("any", 1);
    return new NamedBraid(
        new SessionInfo(provider, any, any, 1, true),
        () -> List.of(new Port(0, "near")),
        List.of(new Port(0, "far")),
        () -> snapshot(label, bytes));
  }

  private static BraidSnapshot snapshot(int label, long bytes) {
    Path path = new Path(0, 0, label);
    PathBytes moved = new PathBytes(bytes, 3 * bytes, 2 * bytes, 0, 0);
    PathFlow idle = new PathFlow(0, 0, 0);
    PathQuality unknown = new PathQuality(0, 0, 0, idle, idle);
    return new BraidSnapshot(
        List.of(new PathSnapshot(path, StrandState.GOOD, 1, moved, unknown, 1408, 0, List.of())),
        Map.of());
  }
}
