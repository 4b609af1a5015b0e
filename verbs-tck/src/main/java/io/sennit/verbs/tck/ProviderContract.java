// SPDX-License-Identifier: Apache-2.0
package io.sennit.verbs.tck;

import io.sennit.verbs.Device;
import org.junit.jupiter.api.Nested;

/**
 * The whole contract of verbs, family by family. A provider is done when its subclass, which says
 * how a device is opened and nothing more, passes.
 */
public abstract class ProviderContract {
  /** For subclasses. */
  protected ProviderContract() {}

  /** Opens the provider; called twice for each case, the second device is the peer's. */
  protected abstract Device device();

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
  final class ScatterGather extends ScatterGatherContract {
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
  final class Placement extends PlacementContract {
    @Override
    protected Device open() {
      return device();
    }
  }

  @Nested
  final class Features extends FeatureContract {
    @Override
    protected Device open() {
      return device();
    }
  }

  @Nested
  final class Windows extends WindowContract {
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
  final class WakeUp extends WakeUpContract {
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
