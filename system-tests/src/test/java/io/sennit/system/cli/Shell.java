// SPDX-License-Identifier: Apache-2.0
package io.sennit.system.cli;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Programs in front of a process that change the world it sees. All but the first need root. */
final class Shell {
  private static final long PATIENCE_SECONDS = 20;

  private Shell() {}

  /** In a process group of its own, as a terminal starts it, with Ctrl-C not ignored. */
  static List<String> inGroupOfItsOwn() {
    return List.of("env", "--default-signal=INT", "setsid");
  }

  /** Whether this user may give a process file systems of its own. */
  static boolean mayMount() {
    return isRoot() && run("unshare -m true || echo no").isEmpty();
  }

  /** Sees an empty file system of this size at this directory; prints what it left there. */
  static List<String> withTmpfs(Path directory, String size) {
    return script(
        "mount -t tmpfs -o size=\"$1\" tmpfs \"$2\" && shift 2 && exec \"$@\"",
        size,
        directory.toString());
  }

  /** The same; at the end what is left there goes to standard output. */
  static List<String> withTmpfsListedAfterwards(Path directory, String size) {
    return script(
        "mount -t tmpfs -o size=\"$1\" tmpfs \"$2\" || exit; left=$2; shift 2"
            + "; \"$@\"; status=$?; ls -A \"$left\"; exit $status",
        size,
        directory.toString());
  }

  /** Asks this file for name servers. */
  static List<String> withNameServers(Path file) {
    return script("mount --bind \"$1\" /etc/resolv.conf && shift && exec \"$@\"", file.toString());
  }

  /** A user whom modes of files bind: anybody but root, and root without its privileges. */
  static List<String> boundByModes() {
    return isRoot()
        ? List.of("setpriv", "--bounding-set=-dac_override,-dac_read_search")
        : List.of();
  }

  /** Another user than root, who may read what root may. */
  static List<String> somebodyElse() {
    return List.of(
        "setpriv",
        "--reuid=65534",
        "--clear-groups",
        "--inh-caps=+dac_read_search",
        "--ambient-caps=+dac_read_search");
  }

  /** Whether this user may become another. */
  static boolean mayBecomeSomebodyElse() {
    return isRoot();
  }

  /** Runs a line and returns what it wrote; it must succeed. */
  static String run(String line) {
    try {
      Process process =
          new ProcessBuilder("sh", "-c", line).redirectErrorStream(true).start();
      String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS) || process.exitValue() != 0) {
        throw new AssertionError(line + " failed: " + said);
      }
      return said;
    } catch (IOException e) {
      throw new AssertionError(line + " cannot be run", e);
    } catch (InterruptedException e) {
      throw new AssertionError("interrupted", e);
    }
  }

  private static boolean isRoot() {
    return "root".equals(System.getProperty("user.name"));
  }

  private static List<String> script(String text, String... arguments) {
    List<String> line = new ArrayList<>(List.of("unshare", "-m", "sh", "-c", text, "sh"));
    line.addAll(List.of(arguments));
    return line;
  }
}
