// SPDX-License-Identifier: Apache-2.0
package io.sennit.roce.udp;

import io.sennit.base.Clock;
import io.sennit.base.Randomness;
import io.sennit.roce.spi.PacketDeviceProvider;
import io.sennit.roce.udp.os.Probe;
import io.sennit.verbs.Device;
import io.sennit.verbs.spi.Availability;
import io.sennit.verbs.spi.ProviderOption;
import io.sennit.verbs.spi.Settings;
import io.sennit.verbs.spi.VerbsProvider;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Verbs over any network that carries UDP: RoCEv2 in user space. */
public final class RoceProvider implements VerbsProvider {
  private static final int PREFERENCE = 50;

  /** For {@link java.util.ServiceLoader}. */
  public RoceProvider() {}

  @Override
  public String name() {
    return "roce";
  }

  @Override
  public int preference() {
    return PREFERENCE;
  }

  @Override
  public Availability availability() {
    Optional<String> obstacle = Probe.obstacle();
    return obstacle.isEmpty() ? Availability.yes() : Availability.no(obstacle.get());
  }

  @Override
  public List<ProviderOption> options() {
    List<ProviderOption> options = new ArrayList<>(RoceConfig.OPTIONS);
    for (PacketDeviceProvider device : DeviceChoice.known()) {
      options.add(new ProviderOption(device.name(), "specification", "", "", device.meaning()));
    }
    return options;
  }

  @Override
  public void check(Map<String, String> given) {
    Settings settings = Settings.of(this, given);
    DeviceChoice.of(settings, RoceConfig.of(settings).devices());
  }

  @Override
  public Device open() {
    return open(Map.of());
  }

  @Override
  public Device open(Map<String, String> given) {
    Settings settings = Settings.of(this, given);
    RoceConfig config = RoceConfig.of(settings);
    List<DeviceChain.Choice> devices = DeviceChoice.of(settings, config.devices());
    Availability availability = availability();
    if (!availability.available()) {
      throw new IllegalStateException(availability.reason());
    }
    Addresses addresses = Addresses.find(config.addresses(), config.mtuBytes());
    return new RoceDevice(
        new Workshop(Clock.system(), Randomness.secure(), config, addresses, devices));
  }
}
