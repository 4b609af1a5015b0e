// SPDX-License-Identifier: Apache-2.0
package io.sennit.roce.udp;

import io.sennit.verbs.Acceptance;
import io.sennit.verbs.CompletionChannel;
import io.sennit.verbs.Device;
import io.sennit.verbs.Opcode;
import io.sennit.verbs.QueuePair;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.Map;

/**
 * A peer in another process. It reads an offer, prints {@code ANSWER QUEUE-PAIR ADDRESS KEY}, reads
 * the address of the other queue pair, and then sleeps, echoing what it is sent, until it is ended.
 */
final class Peer {
  private Peer() {}

  /** Arguments: the address, or {@code available} to say only whether the provider is. */
  public static void main(String[] args) throws Exception {
    if (args[0].equals("available")) {
      say("available " + new RoceProvider().availability());
      return;
    }
    BufferedReader in =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.US_ASCII));
    HexFormat hex = HexFormat.of();
    Device device = new RoceProvider().open(Map.of("addresses", args[0]));
    CompletionChannel channel = device.createCompletionChannel();
    Acceptance acceptance =
        device.accept(hex.parseHex(in.readLine()), Side.DOMAIN, channel, Side.PATIENCE_NANOS);
    Side side = new Side(channel, acceptance.domain());
    QueuePair queuePair = side.queuePair(0, 1);
    say(hex.formatHex(acceptance.answer()) + " " + hex.formatHex(queuePair.address()) + " "
        + side.memory.address() + " " + side.memory.remoteKey());
    queuePair.connect(hex.parseHex(in.readLine()));
    side.receives.post(0, side.memory, 0, 64);
    say("ready");
    echo(side, queuePair);
  }

  private static void echo(Side side, QueuePair queuePair) {
    while (true) {
      if (side.completions.arm()) {
        side.channel.await(Side.PATIENCE_NANOS);
      }
      for (var polled = side.poll(); polled.length > 0; polled = side.poll()) {
        if (polled[0].opcode() == Opcode.RECEIVE) {
          side.receives.post(0, side.memory, 0, 64);
          side.post(queuePair, side.oneSided(Opcode.SEND, 1, 0, 64));
        }
      }
    }
  }

  private static void say(String line) {
    System.out.println(line);
    System.out.flush();
  }
}
