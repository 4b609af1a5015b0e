// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc.session;

import io.sennit.verbs.CompletionChannel;
import io.sennit.verbs.Device;
import io.sennit.verbs.spi.Availability;
import io.sennit.verbs.spi.VerbsProvider;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The providers of a process, opened when first wanted, each with its loop. Safe from any thread.
 */
final class ProviderSet {
  private static final Logger LOG = LoggerFactory.getLogger(ProviderSet.class);

  /** Each has a thread, and lives as long as the process. */
  private static final int MAX_DEVICES = 16;

  private final Surroundings.Loops loops;
  private final Map<String, VerbsProvider> providers = new LinkedHashMap<>();
  private final Map<Key, ProviderLoop> open = new LinkedHashMap<>();
  private volatile Optional<String> opening = Optional.empty();

  /** A provider with other options is another device, with another loop. */
  private record Key(String name, Map<String, String> options) {}

  ProviderSet(Surroundings.Loops loops, List<VerbsProvider> found) {
    this.loops = loops;
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
        opening = Optional.of(name);
        try {
          usable.add(loop(new Key(name, session.optionsOf(name))));
        } catch (RuntimeException | LinkageError unavailable) {
          LOG.debug("provider {} is skipped", name, unavailable);
          skipped.add(new Skipped(name, String.valueOf(unavailable.getMessage())));
        } finally {
          opening = Optional.empty();
        }
      }
    }
    return new ProviderChoice(
        usable, skipped.subList(0, Math.min(skipped.size(), Wire.MAX_PROVIDERS)));
  }

  /** Which one is being opened just now. */
  Optional<String> opening() {
    return opening;
  }

  private ProviderLoop loop(Key key) {
    ProviderLoop known = open.get(key);
    if (known != null) {
      return known;
    }
    VerbsProvider provider = providers.get(key.name());
    if (provider == null) {
      throw new IllegalStateException(
          "there is no such provider on the class or module path; found "
              + providers.keySet().stream().collect(Collectors.joining(", ", "[", "]")));
    }
    Availability availability = provider.availability();
    if (!availability.available()) {
      throw new IllegalStateException(availability.reason());
    }
    if (open.size() == MAX_DEVICES) {
      throw new IllegalStateException("this process has opened " + MAX_DEVICES
          + " devices, its bound: use the same options for more targets");
    }
    ProviderLoop opened = open(key.name(), provider.open(key.options()));
    open.put(key, opened);
    return opened;
  }

  private ProviderLoop open(String name, Device device) {
    boolean sound = false;
    try {
      ProviderLoop opened = open(name, device, device.createCompletionChannel());
      sound = true;
      return opened;
    } finally {
      if (!sound) {
        device.close();
      }
    }
  }

  private ProviderLoop open(String name, Device device, CompletionChannel channel) {
    SessionLoop loop = newLoop(name, channel);
    boolean sound = false;
    try {
      PortBook ports = new PortBook(channel, device::ports);
      loop.execute(() -> loop.add(ports));
      sound = true;
      return new ProviderLoop(name, device, channel, loop, ports);
    } finally {
      if (!sound) {
        loop.close();
      }
    }
  }

  /** There may be no thread for it, which is an {@link OutOfMemoryError}. */
  private SessionLoop newLoop(String name, CompletionChannel channel) {
    String number = open.isEmpty() ? "" : "-" + open.size();
    boolean sound = false;
    try {
      SessionLoop loop = loops.open(name + number, channel);
      sound = true;
      return loop;
    } finally {
      if (!sound) {
        channel.close();
      }
    }
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
