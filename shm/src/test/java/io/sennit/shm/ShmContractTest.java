// SPDX-License-Identifier: Apache-2.0
package io.sennit.shm;

import io.sennit.verbs.Device;
import io.sennit.verbs.tck.ProviderContract;

/** The contract that every provider keeps. */
final class ShmContractTest extends ProviderContract {
  @Override
  protected Device device() {
    return new ShmProvider().open();
  }
}
