// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc.session;

import io.sennit.verbs.Port;
import java.util.List;

/**
 * The ports of both sides that a bootstrap has told of; those that come later are told of by the
 * braid.
 */
record PortLists(List<Port> local, List<Port> remote) {
  static final PortLists NONE = new PortLists(List.of(), List.of());

  PortLists {
    local = List.copyOf(local);
    remote = List.copyOf(remote);
  }
}
