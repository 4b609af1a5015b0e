// SPDX-License-Identifier: Apache-2.0
package io.sennit.base;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class MachineMemoryTest {
  private static final long MACHINE = 16L << 30;

  @TempDir
  Path root;

  @Test
  void machineWithoutGroupsHasAllItsMemory() throws IOException {
    machine("0::/");
    assertEquals(OptionalLong.of(MACHINE), MachineMemory.limitBytes(root));
  }

  @Test
  void limitOfTheOwnGroupCounts() throws IOException {
    machine("0::/pods/one");
    write("sys/fs/cgroup/pods/one/memory.max", "1073741824\n");
    write("sys/fs/cgroup/pods/memory.max", "max\n");
    assertEquals(OptionalLong.of(1L << 30), MachineMemory.limitBytes(root));
  }

  @Test
  void limitOfAGroupAboveCountsToo() throws IOException {
    machine("0::/pods/one");
    write("sys/fs/cgroup/pods/one/memory.max", "max\n");
    write("sys/fs/cgroup/pods/memory.max", "2147483648\n");
    assertEquals(OptionalLong.of(2L << 30), MachineMemory.limitBytes(root));
  }

  @Test
  void containerSeesItsGroupAtTheTop() throws IOException {
    machine("0::/outside/of/this/view");
    write("sys/fs/cgroup/memory.max", "1073741824\n");
    assertEquals(OptionalLong.of(1L << 30), MachineMemory.limitBytes(root));
  }

  @Test
  void firstVersionOfGroupsIsRead() throws IOException {
    machine("5:cpu,memory:/docker/a");
    write("sys/fs/cgroup/memory/docker/a/memory.limit_in_bytes", "536870912\n");
    write("sys/fs/cgroup/memory/memory.limit_in_bytes", "9223372036854771712\n");
    assertEquals(OptionalLong.of(512L << 20), MachineMemory.limitBytes(root));
  }

  @Test
  void nothingIsKnownWithoutTheFiles() {
    assertEquals(OptionalLong.empty(), MachineMemory.limitBytes(root));
  }

  @Test
  void thisMachineTells() {
    long bytes = MachineMemory.limitBytes().orElseThrow();
    assertTrue(bytes > 16 << 20, () -> "bytes " + bytes);
  }

  private void machine(String groups) throws IOException {
    write("proc/meminfo", "MemTotal:       " + MACHINE / 1024 + " kB\nMemFree:  1 kB\n");
    write("proc/self/cgroup", groups + "\n");
  }

  private void write(String path, String text) throws IOException {
    Path file = root.resolve(path);
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
  }
}
