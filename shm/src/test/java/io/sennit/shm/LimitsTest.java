// SPDX-License-Identifier: Apache-2.0
package io.sennit.shm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.sennit.verbs.Access;
import io.sennit.verbs.DomainConfig;
import io.sennit.verbs.MemoryRegion;
import io.sennit.verbs.OutOfRegisteredMemoryException;
import io.sennit.verbs.RendezvousException;
import java.io.BufferedReader;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Every shortage is a sentence, never a fault at the first touch. */
final class LimitsTest {
  private static final Set<Access> ALL = EnumSet.allOf(Access.class);

  @Test
  void theWholeBudgetCanBeUsedAndNoMore() throws Exception {
    try (Pair pair = new Pair()) {
      long left = Pair.DOMAIN.memoryBytes() - Half.REGION_BYTES;
      ShmMemoryRegion rest = pair.inviting.domain.allocate(left, ALL);
      rest.segment().fill((byte) 1);
      String message = String.valueOf(assertThrows(
              OutOfRegisteredMemoryException.class, () -> pair.inviting.domain.allocate(1, ALL))
          .getMessage());
      assertTrue(message.contains("memoryBytes"), message);
      assertTrue(rest.deregister());
      MemoryRegion again = pair.inviting.domain.allocate(left, ALL);
      assertEquals(-1, again.segment().mismatch(zeroes(left)), "memory that is used again is zero");
    }
  }

  @Test
  void freshMemoryIsWrittenWithoutAFaultForEachPage() throws Exception {
    assumeTrue(knowsPopulate(), "needs Linux 5.14");
    try (Pair pair = new Pair()) {
      long bytes = 4 << 20;
      MemorySegment fresh = pair.inviting.domain.allocate(bytes, ALL).segment();
      long before = faults();
      fresh.fill((byte) 1);
      long faults = faults() - before;
      assertTrue(faults < bytes / Layout.PAGE_BYTES / 4, faults + " faults");
    }
  }

  private static boolean knowsPopulate() {
    String[] version = System.getProperty("os.version").split("[^0-9]", 3);
    int major = Integer.parseInt(version[0]);
    return major > 5 || (major == 5 && Integer.parseInt(version[1]) >= 14);
  }

  /** Minor faults of this thread. */
  private static long faults() throws Exception {
    String stat = Files.readString(Path.of("/proc/thread-self/stat"));
    return Long.parseLong(stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1)[7]);
  }

  private static MemorySegment zeroes(long bytes) {
    return MemorySegment.ofArray(new byte[(int) bytes]);
  }

  @Test
  void regionsAreCounted() throws Exception {
    try (Pair pair = new Pair()) {
      List<MemoryRegion> taken = new ArrayList<>();
      String message = String.valueOf(assertThrows(OutOfRegisteredMemoryException.class, () -> {
            while (taken.size() < Keys.MOST_REGIONS) {
              taken.add(pair.inviting.domain.allocate(1, ALL));
            }
          })
          .getMessage());
      assertTrue(message.contains("memory"), message);
      for (MemoryRegion region : taken) {
        region.segment().set(ValueLayout.JAVA_BYTE, 0, (byte) 1);
        assertTrue(region.deregister());
      }
    }
  }

  @Test
  void queuePairsAreCounted() throws Exception {
    try (Pair pair = new Pair()) {
      for (int i = 1; i < Pair.DOMAIN.maxQueuePairs(); i++) {
        pair.inviting.anotherQueuePair();
      }
      String message = String.valueOf(
          assertThrows(IllegalArgumentException.class, pair.inviting::anotherQueuePair)
              .getMessage());
      assertTrue(message.contains("maxQueuePairs"), message);
    }
  }

  @Test
  void aFileSizeLimitIsASentence() throws Exception {
    String said = child(List.of("prlimit", "--fsize=" + (24 << 20)), "allocate");
    assertTrue(said.contains("ulimit -f"), said);
  }

  @Test
  void aFileThatCannotBeOpenedHereIsASentence() throws Exception {
    String said = child(List.of("prlimit", "--nofile=128"), "starve");
    assertTrue(said.contains("the memory that the peer sent"), said);
    assertTrue(said.contains("ulimit -n"), said);
  }

  @Test
  void asmallDevShmDoesNotMatter() throws Exception {
    assumeTrue(canUnshare("-m"), "needs root, to mount a small /dev/shm");
    String mount = "mount -t tmpfs -o size=64k tmpfs /dev/shm && exec \"$@\"";
    String said = child(List.of("unshare", "-m", "sh", "-c", mount, "sh"), "allocate");
    assertEquals("allocated", said);
  }

  @Test
  void deniedNativeAccessIsASentence() throws Exception {
    Process process = new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "--illegal-native-access=deny",
            "-cp",
            System.getProperty("java.class.path"),
            Child.class.getName(),
            "available")
        .redirectError(ProcessBuilder.Redirect.INHERIT)
        .start();
    try (BufferedReader out = Twin.reader(process)) {
      String said = out.readLine();
      assertTrue(said.contains("--enable-native-access"), said);
      assertEquals(0, process.waitFor());
    }
  }

  @Test
  void anImpossibleDomainIsRefusedWithASentence() throws Exception {
    Set<String> before = Descriptors.open();
    try (var device = new ShmProvider().open();
        var channel = device.createCompletionChannel()) {
      DomainConfig huge = new DomainConfig(1L << 50, 1);
      String message =
          String.valueOf(assertThrows(RendezvousException.class, () -> device.invite(huge, channel))
              .getMessage());
      assertTrue(message.contains("1,125,899,906,842,624"), message);
    }
    Waits.until("nothing is left", () -> Descriptors.since(before).isEmpty());
  }

  static boolean canUnshare(String what) throws Exception {
    return Files.isExecutable(Path.of("/usr/bin/unshare"))
        && new ProcessBuilder("unshare", what, "true")
                .redirectErrorStream(true)
                .start()
                .waitFor()
            == 0;
  }

  private static String child(List<String> prefix, String what) throws Exception {
    Process process = Twin.start(prefix, what);
    try (BufferedReader out = Twin.reader(process)) {
      String said = String.valueOf(out.readLine());
      assertEquals(0, process.waitFor(), said);
      return said;
    }
  }
}
