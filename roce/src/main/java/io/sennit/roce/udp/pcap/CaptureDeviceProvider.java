// SPDX-License-Identifier: Apache-2.0
package io.sennit.roce.udp.pcap;

import io.sennit.roce.LocalPort;
import io.sennit.roce.spi.PacketDevice;
import io.sennit.roce.spi.PacketDeviceProvider;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Makes captures, one file for each event loop. */
public final class CaptureDeviceProvider implements PacketDeviceProvider {
  /** Most files of one process, since event loops come and go, and each has a file of its own. */
  static final int MOST_FILES = 64;

  private static final Logger LOG = LoggerFactory.getLogger(CaptureDeviceProvider.class);
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
    int loop = LOOPS.merge(spec.file(), 1, (before, one) -> Math.min(before + one, MOST_FILES + 1));
    if (loop > MOST_FILES) {
      LOG.warn(
          "the capture {} has its {} files; later loops are not written", spec.file(), MOST_FILES);
      return new PacketDevice() {};
    }
    return new CaptureDevice(CaptureFile.create(spec.file(loop), spec.maxBytes()), ports);
  }
}
