// SPDX-License-Identifier: Apache-2.0
package io.sennit.shm;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.sennit.shm.os.LocalListener;
import io.sennit.shm.os.LocalSocket;
import io.sennit.shm.os.OsException;
import io.sennit.shm.os.SharedFile;
import io.sennit.verbs.Acceptance;
import io.sennit.verbs.Access;
import io.sennit.verbs.CompletionChannel;
import io.sennit.verbs.CompletionStatus;
import io.sennit.verbs.Device;
import io.sennit.verbs.DomainConfig;
import io.sennit.verbs.Opcode;
import io.sennit.verbs.OutOfRegisteredMemoryException;
import io.sennit.verbs.RendezvousException;
import java.io.BufferedReader;
import java.io.FileInputStream;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HexFormat;
import java.util.List;

/**
 * A peer in another process, told by lines on its input what to be. First it prints either
 * {@code refused REASON} or {@code answer HEX ADDRESS-HEX}; then it takes {@code peer ADDRESS-HEX
 * REGION KEY} and does its duty until it ends or is ended.
 */
final class Child {
  private static final int COPY_BYTES = 1 << 20;

  private final BufferedReader in =
      new BufferedReader(new InputStreamReader(System.in, StandardCharsets.US_ASCII));
  private final Device device = new ShmProvider().open();
  private final CompletionChannel channel = device.createCompletionChannel();

  private Child() {}

  /** Arguments: what to do. */
  public static void main(String[] args) throws Exception {
    switch (args[0]) {
      case "allocate" -> allocate();
      case "starve" -> starve();
      case "available" -> say("available " + new ShmProvider().availability());
      default -> new Child().serve(Opcode.valueOf(args[0]));
    }
  }

  static void say(String line) {
    System.out.println(line);
    System.out.flush();
  }

  /** Opens domains and takes memory until something says no. */
  private static void allocate() throws Exception {
    try {
      Pair pair = Pair.connected();
      long mebibyte = 1 << 20;
      for (int i = 0; i < 7; i++) {
        pair.accepting
            .domain
            .allocate(mebibyte, EnumSet.allOf(Access.class))
            .segment()
            .fill((byte) 1);
      }
      say("allocated");
      pair.close();
    } catch (RendezvousException | OutOfRegisteredMemoryException e) {
      say("exception " + e.getMessage());
    }
  }

  /** Is sent a file when this process may open no more. */
  private static void starve() throws Exception {
    byte[] name = ("sennit-starve-" + ProcessHandle.current().pid()).getBytes(US_ASCII);
    List<FileInputStream> open = new ArrayList<>();
    try (LocalListener listener = LocalListener.open(name);
        LocalSocket sender = LocalSocket.connect(name, Pair.TIMEOUT_NANOS);
        LocalSocket receiver = listener.accept();
        SharedFile file = SharedFile.create(Layout.PAGE_BYTES)) {
      receiver.timeout(1);
      String nothingYet = outcome(receiver); // Loads every class while files can be opened.
      receiver.timeout(Pair.TIMEOUT_NANOS);
      sender.send(new byte[1], file);
      try {
        while (open.size() < 1_000) {
          open.add(new FileInputStream("/dev/null"));
        }
      } catch (FileNotFoundException full) {
        nothingYet += full.getMessage();
      }
      String outcome = outcome(receiver);
      for (FileInputStream each : open) {
        each.close();
      }
      say(outcome + " (before: " + nothingYet + ")");
    }
  }

  private static String outcome(LocalSocket receiver) {
    try {
      return "received " + receiver.receive(new byte[1]);
    } catch (OsException e) {
      return "exception " + e.reason();
    }
  }

  private void serve(Opcode duty) throws Exception {
    Half half = accept(HexFormat.of().parseHex(in.readLine()));
    String[] peer = in.readLine().split(" ", -1);
    half.queuePair.connect(HexFormat.of().parseHex(peer[1]));
    if (duty == Opcode.RECEIVE) {
      echo(half);
      return;
    }
    half.region.segment().fill((byte) 0x55);
    say("begins");
    CompletionStatus status;
    do {
      half.request
          .reset(duty, 1)
          .local(half.region, 0, COPY_BYTES)
          .remote(Long.parseLong(peer[2]), Integer.parseInt(peer[3]));
      half.queuePair.post(half.request);
      status = half.nextStatus();
    } while (status == CompletionStatus.SUCCESS);
    say("ended " + status);
    in.readLine();
  }

  private Half accept(byte[] offer) throws IOException {
    try {
      DomainConfig config = Pair.DOMAIN;
      Acceptance acceptance = device.accept(offer, config, channel, Pair.TIMEOUT_NANOS);
      Half half = new Half((ShmDomain) acceptance.domain(), channel);
      HexFormat hex = HexFormat.of();
      say("answer "
          + hex.formatHex(acceptance.answer())
          + " "
          + hex.formatHex(half.queuePair.address()));
      return half;
    } catch (RendezvousException e) {
      say("refused " + e.getMessage());
      System.exit(0);
      throw new AssertionError("unreachable", e);
    }
  }

  /** Sends back whatever comes, for ever, asleep in between. */
  private static void echo(Half half) {
    half.receive(0, 0, 64);
    say("begins");
    while (!half.domain.peerGone()) {
      if (half.next().opcode() == Opcode.RECEIVE) {
        half.receive(0, 0, 64);
        half.send(1, 0, 64);
      }
    }
  }
}
