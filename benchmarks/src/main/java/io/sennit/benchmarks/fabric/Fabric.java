// SPDX-License-Identifier: Apache-2.0
package io.sennit.benchmarks.fabric;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Two hosts with rails between them. Removed by {@link #close}, by the end of this process, or, if
 * that was killed, by whoever makes the next fabric. Confined to one thread.
 */
public final class Fabric implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Fabric.class);
  private static final AtomicInteger COUNT = new AtomicInteger();

  private static final String PORT = "port";

  private final int number = COUNT.incrementAndGet();
  private final List<Namespace> namespaces = new ArrayList<>();
  private final List<Rail> rails = new ArrayList<>();
  private final Thread removal = new Thread(this::deleteAll);

  private Fabric() {
    Namespace.deleteOrphans();
    Runtime.getRuntime().addShutdownHook(removal);
  }

  /**
   * Rails side by side, each with a network of its own.
   *
   * @param mtuBytes of IP, on every port
   * @param ratesMegabits of the rails, per second, up to 32
   */
  public static Fabric parallel(int mtuBytes, int... ratesMegabits) {
    Fabric fabric = new Fabric();
    try {
      fabric.layRails(mtuBytes, ratesMegabits);
      return fabric;
    } catch (RuntimeException e) {
      fabric.close();
      throw e;
    }
  }

  private void layRails(int mtuBytes, int... ratesMegabits) {
    Namespace near = add("near");
    Namespace far = add("far");
    Namespace wire = add("wire");
    Rail.layPit(wire);
    for (int i = 0; i < ratesMegabits.length; i++) {
      Rail.Port here = new Rail.Port(near, PORT + i, nearAddresses(i + 1).getLast() + "/24");
      Rail.Port there = new Rail.Port(far, PORT + i, farAddresses(i + 1).getLast() + "/24");
      rails.add(Rail.lay(
          wire, Integer.toString(i), here, there, new Rail.Shape(ratesMegabits[i], mtuBytes)));
    }
  }

  private Namespace add(String role) {
    Namespace made = Namespace.create(number, role);
    synchronized (namespaces) {
      namespaces.add(made);
    }
    return made;
  }

  /** One of the two hosts. */
  public Namespace near() {
    return namespaces.get(0);
  }

  /** The other one. */
  public Namespace far() {
    return namespaces.get(1);
  }

  /** The addresses of a near host's ports, in the order of the rails. */
  public static List<String> nearAddresses(int rails) {
    return addresses(rails, 1);
  }

  /** The addresses of a far host's ports, in the order of the rails. */
  public static List<String> farAddresses(int rails) {
    return addresses(rails, 2);
  }

  private static List<String> addresses(int rails, int host) {
    return IntStream.range(0, rails).mapToObj(i -> "10.98." + i + "." + host).toList();
  }

  /** Lets connections of MPTCP from the near host to the far one use a subflow on each rail. */
  public void allowMptcp() {
    String most = Integer.toString(rails.size());
    for (Namespace host : List.of(near(), far())) {
      host.run(
          List.of("ip", "mptcp", "limits", "set", "subflows", most, "add_addr_accepted", most));
    }
    for (int i = 1; i < rails.size(); i++) {
      String address = farAddresses(rails.size()).get(i);
      far().run(List.of("ip", "mptcp", "endpoint", "add", address, "dev", PORT + i, "signal"));
    }
  }

  /** All of them. */
  public List<Rail> rails() {
    return List.copyOf(rails);
  }

  /** One of them. */
  public Rail rail(int index) {
    return rails.get(index);
  }

  /** What all rails carry together each way, in bits per second. */
  public long rateBitsPerSecond() {
    return rails.stream().mapToLong(Rail::rateBitsPerSecond).sum();
  }

  private void deleteAll() {
    synchronized (namespaces) {
      namespaces.forEach(Namespace::delete);
      namespaces.clear();
    }
  }

  @Override
  public void close() {
    deleteAll();
    try {
      Runtime.getRuntime().removeShutdownHook(removal);
    } catch (IllegalStateException e) {
      LOG.debug("the process ends, and the hook runs anyhow", e);
    }
  }
}
