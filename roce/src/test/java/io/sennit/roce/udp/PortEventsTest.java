// SPDX-License-Identifier: Apache-2.0
package io.sennit.roce.udp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.BufferedReader;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A link fails, comes back and changes its MTU, in a network namespace of its own. */
final class PortEventsTest {
  private static final String ADDRESS = "10.99.1.1";

  private final String namespace = "sennit-port-" + ProcessHandle.current().pid();

  @BeforeEach
  void makeLink() throws Exception {
    assumeTrue("root".equals(System.getProperty("user.name")), "needs root, for namespaces");
    run("ip", "netns", "add", namespace);
    ip("link set lo up");
    ip("link add n0 type veth peer name f0");
    ip("addr add " + ADDRESS + "/24 dev n0");
    ip("link set n0 up");
    ip("link set f0 up");
  }

  @AfterEach
  void removeLink() throws Exception {
    if ("root".equals(System.getProperty("user.name"))) {
      run("ip", "netns", "del", namespace);
    }
  }

  @Test
  void sleepingLoopIsToldOfWhatHappensToItsPort() throws Exception {
    Process reporter = start();
    try (BufferedReader out = PeerProcess.reader(reporter)) {
      assertEquals("ready", out.readLine());
      ip("link set f0 down");
      assertEquals("PORT_ERROR 0 1408", out.readLine());
      ip("link set f0 up");
      assertEquals("PORT_ACTIVE 0 1408", out.readLine());
      ip("link set n0 down");
      assertEquals("PORT_ERROR 0 1408", out.readLine());
      ip("link set n0 up");
      assertEquals("PORT_ACTIVE 0 1408", out.readLine());
      ip("link set n0 mtu 9000");
      assertEquals("PATH_MTU_CHANGED 0 8192", out.readLine());
      ip("link set n0 mtu 8300");
      ip("link set n0 mtu 1400");
      assertEquals("PATH_MTU_CHANGED 0 1280", out.readLine());
      ip("link del n0");
      assertEquals("PORT_ERROR 0 1280", out.readLine());
    } finally {
      reporter.destroyForcibly().onExit().join();
    }
  }

  @Test
  void portWithoutCarrierFromTheStartIsToldOf() throws Exception {
    ip("link set f0 down");
    Process reporter = start();
    try (BufferedReader out = PeerProcess.reader(reporter)) {
      assertEquals("PORT_ERROR 0 1408", out.readLine());
      assertEquals("ready", out.readLine());
      ip("link set f0 up");
      assertEquals("PORT_ACTIVE 0 1408", out.readLine());
    } finally {
      reporter.destroyForcibly().onExit().join();
    }
  }

  @Test
  void portWhoseAddressGoesFailsUntilItIsBack() throws Exception {
    Process reporter = start();
    try (BufferedReader out = PeerProcess.reader(reporter)) {
      assertEquals("ready", out.readLine());
      ip("addr del " + ADDRESS + "/24 dev n0");
      assertEquals("PORT_ERROR 0 1408", out.readLine());
      ip("addr add 10.99.2.1/24 dev n0");
      ip("addr add " + ADDRESS + "/24 dev n0");
      assertEquals("PORT_ACTIVE 0 1408", out.readLine());
    } finally {
      reporter.destroyForcibly().onExit().join();
    }
  }

  @Test
  void interfacesAndAddressesThatComeAreNewPortsWhereNoneWasNamed() throws Exception {
    Process reporter = start("");
    try (BufferedReader out = PeerProcess.reader(reporter)) {
      assertEquals("ready", out.readLine());
      ip("link add n1 mtu 9000 type veth peer name f1 mtu 9000");
      ip("link set f1 up");
      ip("addr add 10.99.3.1/24 dev n1");
      ip("link set n1 up");
      assertEquals("PORT_ADDED 1 8192", out.readLine());
      ip("addr add 10.99.3.2/24 dev n1");
      assertEquals("PORT_ADDED 2 8192", out.readLine());
      ip("link del n1");
      assertEquals("PORT_ERROR 1 8192", out.readLine());
      assertEquals("PORT_ERROR 2 8192", out.readLine());
      ip("addr del " + ADDRESS + "/24 dev n0");
      assertEquals("PORT_ERROR 0 1408", out.readLine());
      ip("addr add 10.99.4.1/24 dev n0");
      assertEquals("ADDRESS_CHANGED 0 1408", out.readLine());
      ip("link add n1 mtu 9000 type veth peer name f1 mtu 9000");
      ip("link set f1 up");
      ip("addr add 10.99.3.1/24 dev n1");
      ip("link set n1 up");
      assertEquals("PORT_ACTIVE 1 8192", out.readLine());
    } finally {
      reporter.destroyForcibly().onExit().join();
    }
  }

  /** Each is gone when the next one comes; at last the first ones of all come together. */
  @Test
  void addressesThatAreGoneMakePlaceForFortyOthers() throws Exception {
    Process reporter = start("");
    try (BufferedReader out = PeerProcess.reader(reporter)) {
      assertEquals("ready", out.readLine());
      for (int next = 2; next < 42; next++) {
        ip("addr flush dev n0");
        ip("addr add 10.99.1." + next + "/24 dev n0");
        String event = out.readLine();
        assertEquals("ADDRESS_CHANGED 0 1408", isError(event) ? out.readLine() : event);
      }
      ip("addr add 10.98.1.1/24 dev n0");
      assertEquals("PORT_ADDED 1 1408", out.readLine());
    } finally {
      reporter.destroyForcibly().onExit().join();
    }
  }

  private static boolean isError(String event) {
    return event.startsWith("PORT_ERROR 0");
  }

  /** Sixteen at a time, and no more. */
  @Test
  void portsAreGivenAwayWhenThereAreAsManyAsThereMayBe() throws Exception {
    Process reporter = start("");
    try (BufferedReader out = PeerProcess.reader(reporter)) {
      assertEquals("ready", out.readLine());
      for (int port = 1; port < 16; port++) {
        ip("addr add 10.97." + port + ".1/24 dev n0");
        assertEquals("PORT_ADDED " + port + " 1408", out.readLine());
      }
      ip("addr add 10.97.16.1/24 dev n0");
      ip("addr del 10.97.3.1/24 dev n0");
      assertEquals("PORT_ERROR 3 1408", out.readLine());
      assertEquals("ADDRESS_CHANGED 3 1408", out.readLine());
      ip("link add n1 type veth peer name f1");
      ip("link set f1 up");
      ip("addr del 10.97.5.1/24 dev n0");
      assertEquals("PORT_ERROR 5 1408", out.readLine());
      ip("link set n1 up");
      ip("addr add 10.99.3.1/24 dev n1");
      assertEquals("ADDRESS_CHANGED 5 1408", out.readLine());
    } finally {
      reporter.destroyForcibly().onExit().join();
    }
  }

  /** A second address of an interface in use is no port, and takes none. */
  @Test
  void nothingHasComeOrGoneWhenTheInterfacesCannotBeListed() throws Exception {
    ip("addr add 10.99.1.9/24 dev n0");
    Process reporter = start(ShortSightedReporter.class, "");
    try (BufferedReader out = PeerProcess.reader(reporter)) {
      String ports = out.readLine().substring(1);
      assertEquals(1, ports.split(",", -1).length, ports);
      assertEquals("3" + ports, out.readLine());
      assertEquals("4" + ports, out.readLine());
    } finally {
      reporter.destroyForcibly().onExit().join();
    }
  }

  private Process start() throws Exception {
    return start(ADDRESS);
  }

  private Process start(String addresses) throws Exception {
    return start(PortReporter.class, addresses);
  }

  private Process start(Class<?> program, String addresses) throws Exception {
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    List<String> command = List.of(
        "ip",
        "netns",
        "exec",
        namespace,
        java,
        "-Xmx64m",
        "-XX:TieredStopAtLevel=1",
        "--enable-native-access=ALL-UNNAMED",
        "-cp",
        System.getProperty("java.class.path"),
        program.getName(),
        addresses);
    return new ProcessBuilder(command)
        .redirectError(ProcessBuilder.Redirect.INHERIT)
        .start();
  }

  /** A command of {@code ip} in the namespace, its words by spaces. */
  private void ip(String words) throws Exception {
    run(("ip -n " + namespace + " " + words).split(" ", -1));
  }

  private static void run(String... command) throws Exception {
    Process process = new ProcessBuilder(command).inheritIO().start();
    assertEquals(0, process.waitFor(), () -> String.join(" ", command));
  }
}
