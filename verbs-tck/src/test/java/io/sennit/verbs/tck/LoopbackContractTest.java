// SPDX-License-Identifier: Apache-2.0
package io.sennit.verbs.tck;

import io.sennit.verbs.Device;
import io.sennit.verbs.tck.loopback.LoopbackDevice;
import io.sennit.verbs.tck.loopback.LoopbackFabric;
import org.junit.jupiter.api.Nested;

/** The reference provider keeps the whole contract. */
final class LoopbackContractTest {
  private static final LoopbackFabric FABRIC = new LoopbackFabric(1);

  private static Device device() {
    return new LoopbackDevice(FABRIC);
  }

  @Nested
  final class SendReceive extends SendReceiveContract {
    @Override
    protected Device open() {
      return device();
    }
  }

  @Nested
  final class Write extends WriteContract {
    @Override
    protected Device open() {
      return device();
    }
  }

  @Nested
  final class Read extends ReadContract {
    @Override
    protected Device open() {
      return device();
    }
  }

  @Nested
  final class Atomic extends AtomicContract {
    @Override
    protected Device open() {
      return device();
    }
  }

  @Nested
  final class Protection extends ProtectionContract {
    @Override
    protected Device open() {
      return device();
    }
  }

  @Nested
  final class Completions extends CompletionContract {
    @Override
    protected Device open() {
      return device();
    }
  }

  @Nested
  final class WakeUp extends WakeUpContract {
    @Override
    protected Device open() {
      return device();
    }
  }

  @Nested
  final class ErrorFlush extends ErrorFlushContract {
    @Override
    protected Device open() {
      return device();
    }
  }

  @Nested
  final class Lifecycle extends LifecycleContract {
    @Override
    protected Device open() {
      return device();
    }
  }

  @Nested
  final class Domains extends DomainContract {
    @Override
    protected Device open() {
      return device();
    }
  }

  @Nested
  final class Memory extends MemoryContract {
    @Override
    protected Device open() {
      return device();
    }
  }

  @Nested
  final class Rendezvous extends RendezvousContract {
    @Override
    protected Device open() {
      return device();
    }
  }
}
