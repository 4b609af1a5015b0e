// SPDX-License-Identifier: Apache-2.0
package io.sennit.roce.udp;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.BitSet;

/**
 * Which interfaces hang on the memory of the processors that this process may use, as Linux tells
 * under /sys and /proc. What it does not tell is near.
 */
final class NumaNodes {
  static final NumaNodes OF_THIS_MACHINE = new NumaNodes(Path.of("/"));

  private static final String ALLOWED = "Cpus_allowed_list:";
  private static final int MOST_PROCESSORS = 1 << 16;

  private final Path root;

  /** @param root where {@code sys} and {@code proc} are */
  NumaNodes(Path root) {
    this.root = root;
  }

  boolean isNear(String interfaceName) {
    try {
      Path device = root.resolve("sys/class/net").resolve(interfaceName).resolve("device");
      int node = Integer.parseInt(Files.readString(device.resolve("numa_node")).strip());
      return node < 0 || processorsOf(node).intersects(allowed());
    } catch (IOException | IllegalArgumentException untold) {
      return true;
    }
  }

  private BitSet processorsOf(int node) throws IOException {
    return list(Files.readString(root.resolve("sys/devices/system/node/node" + node + "/cpulist")));
  }

  private BitSet allowed() throws IOException {
    for (String line : Files.readAllLines(root.resolve("proc/self/status"))) {
      if (line.startsWith(ALLOWED)) {
        return list(line.substring(ALLOWED.length()));
      }
    }
    throw new IOException("no " + ALLOWED);
  }

  /** A list such as {@code 0-3,8}; a node without processors has an empty one. */
  private static BitSet list(String text) {
    BitSet processors = new BitSet();
    for (String range : text.strip().split(",", -1)) {
      if (!range.isEmpty()) {
        String[] ends = range.split("-", 2);
        int first = Integer.parseInt(ends[0]);
        int last = Integer.parseInt(ends[ends.length - 1]);
        if (last >= MOST_PROCESSORS) {
          throw new IllegalArgumentException("processor " + last);
        }
        processors.set(first, last + 1);
      }
    }
    return processors;
  }
}
