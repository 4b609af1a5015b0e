// SPDX-License-Identifier: Apache-2.0
package io.sennit.verbs.tck;

import io.sennit.verbs.Device;
import io.sennit.verbs.tck.defects.Defect;
import io.sennit.verbs.tck.loopback.LoopbackDevice;
import io.sennit.verbs.tck.loopback.LoopbackFabric;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** The contract on the reference provider behind one defect; run case by case, never as a whole. */
final class DefectiveContracts {
  private static final LoopbackFabric FABRIC = new LoopbackFabric(2);
  private static volatile Defect current = Defect.named("none", "passes everything through");

  private DefectiveContracts() {}

  /** All families. */
  static final List<Class<? extends VerbsContract>> FAMILIES = List.of(
      OnSendReceive.class,
      OnWrite.class,
      OnRead.class,
      OnScatterGather.class,
      OnAtomic.class,
      OnPlacement.class,
      OnFeature.class,
      OnWindow.class,
      OnProtection.class,
      OnCompletion.class,
      OnWakeUp.class,
      OnErrorFlush.class,
      OnLifecycle.class,
      OnDomain.class,
      OnMemory.class,
      OnRendezvous.class);

  /** Which defect the next cases meet. */
  static void use(Defect defect) {
    current = defect;
  }

  private static Device device() {
    return current.wrap(new LoopbackDevice(FABRIC));
  }

  /** The reference provider is never late, so that waiting for what never comes may be short. */
  private static long shortNanos() {
    return TimeUnit.MILLISECONDS.toNanos(current.victims().isEmpty() ? 10_000 : 200);
  }

  static final class OnSendReceive extends SendReceiveContract {
    @Override
    protected Device open() {
      return device();
    }

    @Override
    protected long patienceNanos() {
      return shortNanos();
    }
  }

  static final class OnWrite extends WriteContract {
    @Override
    protected Device open() {
      return device();
    }

    @Override
    protected long patienceNanos() {
      return shortNanos();
    }
  }

  static final class OnRead extends ReadContract {
    @Override
    protected Device open() {
      return device();
    }

    @Override
    protected long patienceNanos() {
      return shortNanos();
    }
  }

  static final class OnScatterGather extends ScatterGatherContract {
    @Override
    protected Device open() {
      return device();
    }

    @Override
    protected long patienceNanos() {
      return shortNanos();
    }
  }

  static final class OnAtomic extends AtomicContract {
    @Override
    protected Device open() {
      return device();
    }

    @Override
    protected long patienceNanos() {
      return shortNanos();
    }
  }

  static final class OnPlacement extends PlacementContract {
    @Override
    protected Device open() {
      return device();
    }

    @Override
    protected long patienceNanos() {
      return shortNanos();
    }
  }

  static final class OnFeature extends FeatureContract {
    @Override
    protected Device open() {
      return device();
    }

    @Override
    protected long patienceNanos() {
      return shortNanos();
    }
  }

  static final class OnWindow extends WindowContract {
    @Override
    protected Device open() {
      return device();
    }

    @Override
    protected long patienceNanos() {
      return shortNanos();
    }
  }

  static final class OnProtection extends ProtectionContract {
    @Override
    protected Device open() {
      return device();
    }

    @Override
    protected long patienceNanos() {
      return shortNanos();
    }
  }

  static final class OnCompletion extends CompletionContract {
    @Override
    protected Device open() {
      return device();
    }

    @Override
    protected long patienceNanos() {
      return shortNanos();
    }
  }

  static final class OnWakeUp extends WakeUpContract {
    @Override
    protected Device open() {
      return device();
    }

    @Override
    protected long patienceNanos() {
      return shortNanos();
    }
  }

  static final class OnErrorFlush extends ErrorFlushContract {
    @Override
    protected Device open() {
      return device();
    }

    @Override
    protected long patienceNanos() {
      return shortNanos();
    }
  }

  static final class OnLifecycle extends LifecycleContract {
    @Override
    protected Device open() {
      return device();
    }

    @Override
    protected long patienceNanos() {
      return shortNanos();
    }
  }

  static final class OnDomain extends DomainContract {
    @Override
    protected Device open() {
      return device();
    }

    @Override
    protected long patienceNanos() {
      return shortNanos();
    }
  }

  static final class OnMemory extends MemoryContract {
    @Override
    protected Device open() {
      return device();
    }

    @Override
    protected long patienceNanos() {
      return shortNanos();
    }
  }

  static final class OnRendezvous extends RendezvousContract {
    @Override
    protected Device open() {
      return device();
    }

    @Override
    protected long patienceNanos() {
      return shortNanos();
    }
  }
}
