// SPDX-License-Identifier: Apache-2.0
package io.sennit.system.attacks;

import io.sennit.benchmarks.fabric.Fabric;
import io.sennit.benchmarks.fabric.Namespace;
import io.sennit.system.process.Side;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The hosts of one attack: the server on one, its honest clients on another, and the attacker
 * beside those at an address of its own, or beside the server where only shared memory leads to it.
 * Closing it ends all.
 */
final class Site implements AutoCloseable {
  private static final Pattern PORTS = Pattern.compile("ports (\\d+) (\\d+)");
  private static final int MTU_BYTES = 1500;
  private static final int RATE_MEGABITS = 1000;
  private static final int ATTACKERS_RAIL = 0;
  private static final int HONEST_RAIL = 1;
  private static final int HONEST_HEAP_MEGABYTES = 256;

  /** The attacker has more than its victim, and no bound of its own that would spare that. */
  private static final int ATTACKER_HEAP_MEGABYTES = 2048;

  private final Fabric fabric;
  private final Side victim;
  private final int nativePort;
  private final int grpcPort;

  private Site(Fabric fabric, Side victim, int nativePort, int grpcPort) {
    this.fabric = fabric;
    this.victim = victim;
    this.nativePort = nativePort;
    this.grpcPort = grpcPort;
  }

  /** Makes the hosts and starts the server. */
  static Site open(int victimHeapMegabytes) throws IOException, InterruptedException {
    Fabric fabric = Fabric.parallel(MTU_BYTES, RATE_MEGABITS, RATE_MEGABITS);
    try {
      String addresses = String.join(",", fabric.nearAddresses());
      Side victim = start(fabric.near(), addresses, victimHeapMegabytes, Victim.class);
      String said = victim.await("its ports", line -> line.startsWith("ports "));
      Matcher ports = PORTS.matcher(said);
      if (!ports.matches()) {
        throw new AssertionError(said);
      }
      return new Site(
          fabric, victim, Integer.parseInt(ports.group(1)), Integer.parseInt(ports.group(2)));
    } catch (IOException | InterruptedException | RuntimeException | AssertionError e) {
      fabric.close();
      throw e;
    }
  }

  Side victim() {
    return victim;
  }

  /** Starts a process of honest clients, which is ready when this returns. */
  Side startHonest() throws IOException, InterruptedException {
    Assault.Targets targets = targets(fabric.nearAddresses().get(HONEST_RAIL), "roce");
    Side honest = start(
        fabric.far(),
        fabric.farAddresses().get(HONEST_RAIL),
        HONEST_HEAP_MEGABYTES,
        Honest.class,
        targets.natives(),
        targets.grpc());
    try {
      honest.await("readiness", "ready"::equals);
      return honest;
    } catch (InterruptedException | AssertionError e) {
      honest.close();
      throw e;
    }
  }

  /** Attacks for some time; what the attacker says that it did. */
  String attack(Attack attack, String provider, Duration length) throws Exception {
    boolean inside = provider.equals("shm");
    Assault.Targets targets =
        targets(inside ? "127.0.0.1" : fabric.nearAddresses().get(ATTACKERS_RAIL), provider);
    try (Side attacker = start(
        inside ? fabric.near() : fabric.far(),
        inside ? "127.0.0.1" : fabric.farAddresses().get(ATTACKERS_RAIL),
        ATTACKER_HEAP_MEGABYTES,
        Attacker.class,
        attack.name(),
        targets.host(),
        Integer.toString(targets.nativePort()),
        Integer.toString(targets.grpcPort()),
        targets.options(),
        Long.toString(length.toMillis()))) {
      return attacker.await("its end", line -> line.startsWith("did "), length.plusSeconds(60));
    }
  }

  private Assault.Targets targets(String host, String provider) {
    return new Assault.Targets(host, nativePort, grpcPort, "provider=" + provider);
  }

  /**
   * The serial collector gives back what is free, down to the heap's first size, which makes
   * resident memory comparable.
   */
  private static Side start(
      Namespace host, String addresses, int heapMegabytes, Class<?> main, String... arguments)
      throws IOException {
    List<String> flags = new ArrayList<>(List.of(
        "-Xms16m",
        "-Xmx" + heapMegabytes + "m",
        "-XX:TieredStopAtLevel=1",
        "-XX:+UseSerialGC",
        "-XX:MinHeapFreeRatio=5",
        "-XX:MaxHeapFreeRatio=10",
        "-XX:-ShrinkHeapInSteps",
        "-Dsennit.roce.addresses=" + addresses,
        "-Dorg.slf4j.simpleLogger.defaultLogLevel=error"));
    return Side.start(host.prefix(), flags, main, arguments);
  }

  @Override
  public void close() {
    try (fabric) {
      victim.close();
    }
  }
}
