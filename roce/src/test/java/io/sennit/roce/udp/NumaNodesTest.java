// SPDX-License-Identifier: Apache-2.0
package io.sennit.roce.udp;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which interfaces are near, on machines of two nodes with four processors each. */
final class NumaNodesTest {
  @TempDir
  private Path root;

  private void write(String file, String text) throws IOException {
    Path path = root.resolve(file);
    Files.createDirectories(path.getParent());
    Files.writeString(path, text);
  }

  private String near(String allowed) throws IOException {
    write("proc/self/status", "Name:\tjava\nCpus_allowed_list:\t" + allowed + "\nMems:\t1\n");
    write("sys/devices/system/node/node0/cpulist", "0-1,4-5\n");
    write("sys/devices/system/node/node1/cpulist", "2-3,6-7\n");
    write("sys/devices/system/node/node2/cpulist", "\n");
    write("sys/class/net/a/device/numa_node", "0\n");
    write("sys/class/net/b/device/numa_node", "1\n");
    write("sys/class/net/memory/device/numa_node", "2\n");
    write("sys/class/net/flat/device/numa_node", "-1\n");
    write("sys/class/net/odd/device/numa_node", "none\n");
    Files.createDirectories(root.resolve("sys/class/net/virtual"));
    StringBuilder near = new StringBuilder();
    for (String name : new String[] {"a", "b", "memory", "flat", "odd", "virtual", "gone"}) {
      near.append(new NumaNodes(root).isNear(name) ? name + " " : "");
    }
    return near.toString();
  }

  @Test
  void interfaceOfANodeThatTheProcessIsBoundToIsNear() throws IOException {
    assertEquals("a flat odd virtual gone ", near("0"));
    assertEquals("a flat odd virtual gone ", near("4-5"));
    assertEquals("b flat odd virtual gone ", near("2,6-7"));
  }

  @Test
  void processThatMayRunAnywhereIsNearToAll() throws IOException {
    assertEquals("a b flat odd virtual gone ", near("0-7"));
  }

  @Test
  void whatIsNotToldIsNear() throws IOException {
    assertEquals("a b memory flat odd virtual gone ", near("0-x"));
    assertEquals("a b memory flat odd virtual gone ", near("99999999"));
  }
}
