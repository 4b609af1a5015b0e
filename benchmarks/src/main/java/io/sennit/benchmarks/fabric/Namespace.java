// SPDX-License-Identifier: Apache-2.0
package io.sennit.benchmarks.fabric;

import io.sennit.tools.spi.CommandException;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A network namespace: a host, or a piece of the network. Safe from any thread.
 *
 * @param name as {@code ip netns} knows it; holds the id of the process that owns it
 */
public record Namespace(String name) {
  private static final Logger LOG = LoggerFactory.getLogger(Namespace.class);
  private static final String PREFIX = "sennit-fabric-";
  private static final Pattern OWNED = Pattern.compile("^" + PREFIX + "(\\d+)-\\S*");

  /** Makes one of this process. */
  static Namespace create(int fabric, String role) {
    String name = PREFIX + ProcessHandle.current().pid() + "-" + fabric + "-" + role;
    Programs.run("ip", "netns", "add", name);
    Namespace made = new Namespace(name);
    made.ip(List.of("link set lo up"));
    return made;
  }

  /** Removes those of processes that live no more: a killed one could not do it itself. */
  static void deleteOrphans() {
    for (String line : Programs.run("ip", "netns", "list").split("\n", -1)) {
      Matcher owned = OWNED.matcher(line);
      if (owned.find() && ProcessHandle.of(Long.parseLong(owned.group(1))).isEmpty()) {
        new Namespace(owned.group()).delete();
      }
    }
  }

  /** What stands before a command line, so that it runs here, in the same process. */
  public List<String> prefix() {
    return List.of("ip", "netns", "exec", name);
  }

  /** Runs a program here and waits for its end; what it says. */
  public String run(List<String> command) {
    List<String> line = new ArrayList<>(prefix());
    line.addAll(command);
    return Programs.run(line, List.of());
  }

  /**
   * Makes it a router: of several routes a flow takes one by a hash of its addresses and ports, and
   * none whose link is seen to be down.
   */
  void forward() {
    set("ip_forward", 1);
    set("fib_multipath_hash_policy", 1);
    set("conf/all/ignore_routes_with_linkdown", 1);
  }

  /** When an address goes, others of its network stay, as is usual on hosts with systemd. */
  void keepSecondaries() {
    set("conf/all/promote_secondaries", 1);
  }

  private void set(String name, int value) {
    List<String> line = new ArrayList<>(prefix());
    line.addAll(List.of("tee", "/proc/sys/net/ipv4/" + name));
    Programs.run(line, List.of(Integer.toString(value)));
  }

  /** Commands of {@code ip}, all in one process. */
  void ip(List<String> commands) {
    Programs.run(List.of("ip", "-n", name, "-batch", "-"), commands);
  }

  /** Commands of {@code tc}, all in one process. */
  void tc(List<String> commands) {
    Programs.run(List.of("tc", "-n", name, "-batch", "-"), commands);
  }

  /** Ends what runs in it, which nobody else may do once this process has ended, and removes it. */
  void delete() {
    try {
      Programs.run("ip", "netns", "pids", name)
          .lines()
          .forEach(pid -> ProcessHandle.of(Long.parseLong(pid.strip()))
              .ifPresent(ProcessHandle::destroyForcibly));
      Programs.run("ip", "netns", "del", name);
    } catch (CommandException e) {
      // Whoever runs beside us may remove the same orphan.
      LOG.debug("{} is not removed", name, e);
    }
  }
}
