// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc.session;

import java.util.List;
import java.util.Optional;

/** What one side can use, best first, and what it cannot use, with reasons. */
record ProviderChoice(List<ProviderLoop> usable, List<Skipped> skipped) {
  ProviderChoice {
    usable = List.copyOf(usable);
    skipped = List.copyOf(skipped);
  }

  /** Why nothing is usable, for people. */
  String obstacle() {
    return "no provider can be used in this process: "
        + (skipped.isEmpty()
            ? "none was found on the class or module path; add one, such as sennit-shm"
            : Skipped.describe(skipped));
  }

  List<String> names() {
    return usable.stream().map(ProviderLoop::name).toList();
  }

  Optional<ProviderLoop> named(String name) {
    return usable.stream().filter(each -> each.name().equals(name)).findFirst();
  }
}
