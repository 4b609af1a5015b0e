// SPDX-License-Identifier: Apache-2.0
package io.sennit.benchmarks.roce;

import io.sennit.base.Clock;
import io.sennit.benchmarks.harness.Link;
import io.sennit.benchmarks.harness.Role;
import io.sennit.roce.spi.BareUdp;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Map;
import java.util.function.BooleanSupplier;

/** Two sockets and the other end's port: there is no more to a connection. */
final class BareLink implements Link {
  private final Role role;
  private final BareUdp udp;
  private final BareNear near;
  private final BareFar far;

  BareLink(Role role) {
    this.role = role;
    udp = BareUdp.open(address(role), Traffic.MEMORY_BYTES);
    near = new BareNear(udp, new Meter(Clock.system()));
    far = new BareFar(udp);
  }

  private static InetAddress address(Role role) {
    try {
      return InetAddress.getByName(SennitProgram.address(role));
    } catch (UnknownHostException e) {
      throw new IllegalStateException("the address is a literal", e);
    }
  }

  @Override
  public String hear(String said) {
    if (!said.isEmpty()) {
      Role other = role == Role.NEAR ? Role.FAR : Role.NEAR;
      udp.address(address(other), Integer.parseInt(said));
    }
    boolean met = role == Role.NEAR && !said.isEmpty();
    return met ? "" : Integer.toString(udp.port());
  }

  @Override
  public Map<String, Double> serve(String workload, BooleanSupplier stopped) {
    far.serve(Traffic.named(workload), stopped);
    return Map.of();
  }

  @Override
  public Map<String, Double> run(String workload, long nanos, BooleanSupplier stopped) {
    return near.run(Traffic.named(workload), nanos, stopped);
  }

  @Override
  public void close() {
    udp.close();
  }
}
