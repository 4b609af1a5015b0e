// SPDX-License-Identifier: Apache-2.0
package io.sennit.system.guest;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;

/** The link between host and guest, as a case wants it. */
enum Link {
  /** Ethernet's usual MTU. */
  USUAL(1500, 0),
  /** An MTU that RoCE packets of 4,096 bytes fit. */
  LONG_PACKETS(4200, 0),
  /** One packet in a hundred is lost, each way. */
  LOSSY(1500, 1);

  private final int mtuBytes;
  private final int lossPercent;

  Link(int mtuBytes, int lossPercent) {
    this.mtuBytes = mtuBytes;
    this.lossPercent = lossPercent;
  }

  /** Makes it so, at both ends. */
  void set() throws IOException, InterruptedException {
    Path loss = Path.of(System.getProperty("sennit.guest.scripts"), "loss");
    GuestAgent.run("ip link set eth0 mtu " + mtuBytes + " && " + loss + " " + lossPercent);
    List<String> command = List.of("ip", "link", "set", "tap0", "mtu", Integer.toString(mtuBytes));
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    if (process.waitFor() != 0) {
      throw new IOException(String.join(" ", command) + ": " + said);
    }
  }
}
