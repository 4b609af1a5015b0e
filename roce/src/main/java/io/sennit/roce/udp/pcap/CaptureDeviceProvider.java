// SPDX-License-Identifier: Apache-2.0
package io.sennit.roce.udp.pcap;

import io.sennit.roce.LocalPort;
import io.sennit.roce.spi.PacketDevice;
import io.sennit.roce.spi.PacketDeviceProvider;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Makes captures, one file for each event loop. */
public final class CaptureDeviceProvider implements PacketDeviceProvider {
  private static final Map<Path, Integer> LOOPS = new ConcurrentHashMap<>();

  /** For {@link java.util.ServiceLoader}. */
  public CaptureDeviceProvider() {}

  @Override
  public String name() {
    return "pcap";
  }

  @Override
  public String meaning() {
    return "A capture for Wireshark, of the packets in and out: FILE or FILE;maxBytes=N, %p in the"
        + " name is the process id.";
  }

  @Override
  public void check(String specification) {
    parse(specification);
  }

  private static CaptureSpec parse(String specification) {
    return CaptureSpec.parse(specification, ProcessHandle.current().pid());
  }

  @Override
  public PacketDevice open(String specification, List<LocalPort> ports) {
    CaptureSpec spec = parse(specification);
    int loop = LOOPS.merge(spec.file(), 1, Integer::sum);
    return new CaptureDevice(
        CaptureFile.create(spec.file(loop), spec.maxBytes()), List.copyOf(ports));
  }
}
