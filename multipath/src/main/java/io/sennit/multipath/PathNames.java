// SPDX-License-Identifier: Apache-2.0
package io.sennit.multipath;

import io.sennit.verbs.Path;

/** What a person calls the paths of a braid. Asked on the braid's thread. */
@FunctionalInterface
public interface PathNames {
  /** By its ports and its route, such as {@code eth0/10.0.0.1 to eth0/10.0.0.2 (route 1)}. */
  String of(Path path);
}
