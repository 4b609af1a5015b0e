// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc.session;

import io.sennit.verbs.spi.VerbsProvider;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Notices providers that are in a jar and that nobody finds. When several jars are packed into one,
 * of their service files only one is kept unless the tool is told to merge them; a file that each
 * provider has under its own name is kept in any case. Stateless.
 */
final class Unregistered {
  private static final Logger LOG = LoggerFactory.getLogger(Unregistered.class);

  /** In the jar of each provider, with its name behind it. */
  private static final String PLACE = "META-INF/sennit/providers/";

  /** Those that there are. */
  private static final List<String> NAMES = List.of("shm", "roce");

  private Unregistered() {}

  /** Warns of each, by name. */
  static void warn(Collection<VerbsProvider> found, ClassLoader loader) {
    for (String name : among(found, loader)) {
      LOG.warn(
          "provider {} is here and not registered, so it is not used: when jars were packed into"
              + " one, their files META-INF/services were not merged (Maven Shade:"
              + " ServicesResourceTransformer; Gradle Shadow: mergeServiceFiles())",
          name);
    }
  }

  static List<String> among(Collection<VerbsProvider> found, ClassLoader loader) {
    Set<String> registered = found.stream().map(VerbsProvider::name).collect(Collectors.toSet());
    return NAMES.stream()
        .filter(name -> !registered.contains(name))
        .filter(name -> loader.getResource(PLACE + name) != null)
        .toList();
  }
}
