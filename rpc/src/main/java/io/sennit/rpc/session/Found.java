// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc.session;

import io.sennit.verbs.spi.VerbsProvider;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Providers as {@link ServiceLoader} finds them: those that this library itself sees, and those
 * that only the thread's context loader sees, as under hosts such as Spark. What cannot be loaded
 * keeps nobody from the others. Stateless.
 */
final class Found {
  private static final Logger LOG = LoggerFactory.getLogger(Found.class);

  private Found() {}

  static List<VerbsProvider> providers() {
    Map<String, VerbsProvider> byName = new LinkedHashMap<>();
    load(VerbsProvider.class.getClassLoader(), byName);
    load(Thread.currentThread().getContextClassLoader(), byName);
    return new ArrayList<>(byName.values());
  }

  private static void load(@Nullable ClassLoader loader, Map<String, VerbsProvider> into) {
    Iterator<VerbsProvider> providers =
        ServiceLoader.load(VerbsProvider.class, loader).iterator();
    while (true) {
      try {
        if (!providers.hasNext()) {
          return;
        }
        VerbsProvider provider = providers.next();
        into.putIfAbsent(provider.name(), provider);
      } catch (ServiceConfigurationError broken) {
        // Another loader may have another copy of this library, whose providers are not ours.
        LOG.debug("a provider is skipped", broken);
      }
    }
  }
}
