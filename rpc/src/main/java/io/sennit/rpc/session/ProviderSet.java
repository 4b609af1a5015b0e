// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc.session;

import io.sennit.base.Clock;
import io.sennit.verbs.CompletionChannel;
import io.sennit.verbs.Device;
import io.sennit.verbs.spi.Availability;
import io.sennit.verbs.spi.VerbsProvider;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The providers of a process, opened when first wanted, each with its loop. Safe from any thread.
 */
final class ProviderSet {
  private final String loopName;
  private final EventLoopConfig config;
  private final Clock clock;
  private final Map<String, VerbsProvider> providers = new LinkedHashMap<>();
  private final Map<String, ProviderLoop> open = new LinkedHashMap<>();

  ProviderSet(String loopName, EventLoopConfig config, Clock clock, List<VerbsProvider> found) {
    this.loopName = loopName;
    this.config = config;
    this.clock = clock;
    found.stream()
        .sorted(Comparator.comparingInt(VerbsProvider::preference).reversed())
        .forEach(each -> providers.putIfAbsent(each.name(), each));
  }

  /** What a configuration allows and this machine can do; opens what is not open yet. */
  synchronized ProviderChoice choose(SessionConfig session) {
    List<ProviderLoop> usable = new ArrayList<>();
    List<Skipped> skipped = new ArrayList<>();
    for (String name : session.providers().isEmpty() ? providers.keySet() : session.providers()) {
      if (!session.allows(name)) {
        skipped.add(new Skipped(name, "excluded by configuration"));
      } else if (usable.size() < Wire.MAX_PROVIDERS) {
        try {
          usable.add(loop(name));
        } catch (IllegalStateException unavailable) {
          skipped.add(new Skipped(name, String.valueOf(unavailable.getMessage())));
        }
      }
    }
    return new ProviderChoice(
        usable, skipped.subList(0, Math.min(skipped.size(), Wire.MAX_PROVIDERS)));
  }

  /** The loop of a provider; throws IllegalStateException with the reason if it cannot be had. */
  synchronized ProviderLoop loop(String name) {
    ProviderLoop known = open.get(name);
    if (known != null) {
      return known;
    }
    VerbsProvider provider = providers.get(name);
    if (provider == null) {
      throw new IllegalStateException(
          "there is no such provider on the class or module path; found "
              + providers.keySet().stream().collect(Collectors.joining(", ", "[", "]")));
    }
    Availability availability = provider.availability();
    if (!availability.available()) {
      throw new IllegalStateException(availability.reason());
    }
    ProviderLoop opened = open(name, provider.open());
    open.put(name, opened);
    return opened;
  }

  private ProviderLoop open(String name, Device device) {
    CompletionChannel channel = device.createCompletionChannel();
    EventLoop loop = new EventLoop(loopName + "-" + name, config, clock, channel);
    return new ProviderLoop(name, device, channel, loop);
  }

  synchronized void close() {
    for (ProviderLoop each : open.values()) {
      each.loop().close();
      each.device().close();
    }
    open.clear();
    providers.clear();
  }
}
