// SPDX-License-Identifier: Apache-2.0
package io.sennit.system.guest;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * rdma-core's {@code rping} in the guest and ours here, which find each other by the communication
 * manager alone.
 */
final class Rping {
  private static final int PORT = 7174;
  private static final int PINGS = 20;
  private static final int BYTES = 1_000;
  private static final String OURS = "io.sennit.system.rping.";
  private static final String LISTENS =
      "for i in $(seq 200); do rdma resource show cm_id | grep -q LISTEN && exit; sleep 0.1; done;"
          + " exit 1";

  private final Addresses addresses;

  Rping(Addresses addresses) {
    this.addresses = addresses;
  }

  private static String command(String role, String address) {
    return "rping " + role + " -a " + address + " -p " + PORT + " -C " + PINGS + " -S " + BYTES
        + " -V";
  }

  /** The guest's rping serves; its exit status says nothing. */
  void asClient() throws Exception {
    String guest = addresses.guest.getHostAddress();
    CompletableFuture<String> theirs = GuestAgent.start(command("-s", guest) + "; true");
    GuestAgent.run(LISTENS);
    Process ours = start(
        "RpingClient",
        addresses.own.getHostAddress(),
        guest,
        Integer.toString(PORT),
        Integer.toString(PINGS),
        Integer.toString(BYTES));
    check(ours, PINGS + " pings came back");
    theirs.join();
  }

  /** The guest's rping is the client. */
  void asServer() throws Exception {
    String own = addresses.own.getHostAddress();
    Process ours = start("RpingServer", own, Integer.toString(PORT));
    try {
      BufferedReader said = said(ours);
      String first = said.readLine();
      if (!"listening".equals(first)) {
        throw new IOException("our rping does not listen, it says: " + first);
      }
      GuestAgent.run(command("-c", own));
      String last = said.readLine();
      if (ours.waitFor() != 0 || !(PINGS + " pings were answered").equals(last)) {
        throw new IOException("our rping says: " + last);
      }
    } finally {
      // It owns UDP port 4791, which the cases that follow need.
      ours.destroyForcibly().waitFor();
    }
  }

  private static Process start(String main, String... arguments) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("--enable-native-access=ALL-UNNAMED");
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), OURS + main));
    command.addAll(List.of(arguments));
    return new ProcessBuilder(command).redirectError(Redirect.INHERIT).start();
  }

  private static BufferedReader said(Process process) {
    return new BufferedReader(
        new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
  }

  private static void check(Process process, String expected) throws Exception {
    String said = String.join(" ", said(process).lines().toList());
    if (process.waitFor() != 0 || !said.contains(expected)) {
      throw new IOException("our rping says: " + said);
    }
  }
}
