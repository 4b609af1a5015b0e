// SPDX-License-Identifier: Apache-2.0
package io.sennit.roce.udp.faults;

import io.sennit.roce.LocalPort;
import io.sennit.roce.spi.PacketDevice;
import io.sennit.roce.spi.PacketDeviceProvider;
import java.util.List;

/** Makes bad networks. */
public final class FaultDeviceProvider implements PacketDeviceProvider {
  /** For {@link java.util.ServiceLoader}. */
  public FaultDeviceProvider() {}

  @Override
  public String name() {
    return "faults";
  }

  @Override
  public String meaning() {
    return "Packets that are lost, doubled, late or broken on their way in, and cut addresses:"
        + " loss=0.01;seed=7.";
  }

  @Override
  public void check(String specification) {
    FaultSpec.parse(specification);
  }

  @Override
  public PacketDevice open(String specification, List<LocalPort> ports) {
    return new FaultDevice(FaultSpec.parse(specification), ports);
  }
}
