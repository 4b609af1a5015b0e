// SPDX-License-Identifier: Apache-2.0
package io.sennit.roce.udp;

import io.sennit.verbs.Device;
import io.sennit.verbs.tck.AtomicContract;
import io.sennit.verbs.tck.CompletionContract;
import io.sennit.verbs.tck.DomainContract;
import io.sennit.verbs.tck.ErrorFlushContract;
import io.sennit.verbs.tck.LifecycleContract;
import io.sennit.verbs.tck.MemoryContract;
import io.sennit.verbs.tck.ProtectionContract;
import io.sennit.verbs.tck.ReadContract;
import io.sennit.verbs.tck.RendezvousContract;
import io.sennit.verbs.tck.SendReceiveContract;
import io.sennit.verbs.tck.WakeUpContract;
import io.sennit.verbs.tck.WriteContract;
import java.util.Map;
import org.junit.jupiter.api.Nested;

/** The contract that every provider keeps, over real sockets. */
final class UdpContractTest {
  private static Device device() {
    return new RoceProvider().open(Map.of("addresses", "127.0.0.1"));
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
  final class Completion extends CompletionContract {
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
  final class Domain extends DomainContract {
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
