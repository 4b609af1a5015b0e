// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc.session;

import io.sennit.verbs.spi.VerbsProvider;

final class SessionMemoryOverRoceTest extends SessionMemoryContract {
  @Override
  VerbsProvider provider() {
    return found("roce");
  }
}
