// SPDX-License-Identifier: Apache-2.0
package io.sennit.benchmarks.demo;

import io.sennit.base.Clock;
import io.sennit.roce.spi.BlackHoles;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;

/** The four paths of the demo: both processes have the same four addresses of this host. */
final class Loopback {
  static final List<String> ADDRESSES = List.of("127.0.0.1", "127.0.0.2", "127.0.0.3", "127.0.0.4");

  private static final String CUT_ADDRESS = ADDRESSES.get(2);

  private Loopback() {}

  /** The cut of the third path of a run that has begun. */
  static PathCut cut(DemoRun run) {
    String label = run.history().latest().stream()
        .map(PathSample::label)
        .filter(each -> each.contains(CUT_ADDRESS))
        .findFirst()
        .orElse(CUT_ADDRESS);
    return new PathCut(
        label,
        new AddressHole(),
        () -> (long) run.history().bytes(label, Long.MAX_VALUE),
        Clock.system());
  }

  /** Packets of the address vanish in this process, those that it sends and those that it gets. */
  private static final class AddressHole implements BlackHole {
    private final InetAddress address = address();

    @Override
    public void open() {
      BlackHoles.cut(address);
    }

    @Override
    public void close() {
      BlackHoles.restore(address);
    }

    private static InetAddress address() {
      try {
        return InetAddress.getByName(CUT_ADDRESS);
      } catch (UnknownHostException e) {
        throw new IllegalStateException(CUT_ADDRESS + " is a literal", e);
      }
    }
  }
}
