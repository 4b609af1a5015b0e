// SPDX-License-Identifier: Apache-2.0
package io.sennit.roce.udp;

import io.sennit.roce.spi.PacketDeviceProvider;
import io.sennit.verbs.spi.Settings;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.TreeMap;

/** Which packet devices are switched on: those that are named, then those with a specification. */
final class DeviceChoice {
  private DeviceChoice() {}

  /** Every kind of device that is found, by name; of two with the same name the first. */
  static List<PacketDeviceProvider> known() {
    ClassLoader loader = PacketDeviceProvider.class.getClassLoader();
    Map<String, PacketDeviceProvider> known = new TreeMap<>(Comparator.naturalOrder());
    ServiceLoader.load(PacketDeviceProvider.class, loader)
        .forEach(each -> known.putIfAbsent(each.name(), each));
    return List.copyOf(known.values());
  }

  /**
   * @param named in their order, from the wire on
   * @throws IllegalArgumentException in a sentence if one is not known or its specification is
   *     malformed
   */
  static List<DeviceChain.Choice> of(Settings settings, List<String> named) {
    Map<String, PacketDeviceProvider> known = new TreeMap<>();
    known().forEach(each -> known.put(each.name(), each));
    List<String> names = new ArrayList<>(named);
    known.keySet().stream()
        .filter(name -> !named.contains(name) && !settings.text(name).isEmpty())
        .forEach(names::add);
    List<DeviceChain.Choice> choices = new ArrayList<>();
    for (String name : names) {
      PacketDeviceProvider provider = known.get(name);
      if (provider == null) {
        throw settings.refusal("devices", "names " + name + ", but there are " + known.keySet());
      }
      choices.add(choice(settings, provider));
    }
    return choices;
  }

  private static DeviceChain.Choice choice(Settings settings, PacketDeviceProvider provider) {
    String specification = settings.text(provider.name());
    try {
      provider.check(specification);
    } catch (IllegalArgumentException e) {
      throw settings.refusal(provider.name(), String.valueOf(e.getMessage()));
    }
    return new DeviceChain.Choice(provider, specification);
  }
}
