// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc.session;

import io.sennit.multipath.StrandOffer;
import io.sennit.verbs.Path;
import io.sennit.verbs.Port;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A client's machine whose actions end at once, with outcomes fixed in advance. */
final class ScriptedClient implements ClientBootstrap.Actions, Transcript.Client {
  static final HostIdentity HOST =
      new HostIdentity(Octets.of("bootid-of-client".getBytes(StandardCharsets.US_ASCII)), "client");

  final ByteArrayOutputStream out = new ByteArrayOutputStream();
  final List<String> failing = new ArrayList<>();
  final List<String> abandoned = new ArrayList<>();
  final ClientBootstrap machine;
  List<Port> ports = List.of(new Port(0, "port-of-client"));
  boolean answersAtOnce = true;
  boolean connectsAtOnce = true;

  @Nullable
  Welcome established;

  private @Nullable Welcome said;

  @Nullable
  BootstrapFailure failure;

  int failures;
  int sendsUntilReset;

  @Nullable
  FrameReader rest;

  ScriptedClient(List<String> providers) {
    this(providers, Wire.MAX_STRANDS);
  }

  ScriptedClient(List<String> providers, int maxStrands) {
    List<Skipped> skipped = List.of(new Skipped("ibverbs", "libibverbs was not found"));
    machine = new ClientBootstrap(
        "server:7470",
        new Hello(providers, skipped, HOST),
        maxStrands,
        this,
        new TimeLimit(4_000_000_000L, 4_000_000_000L));
  }

  @Override
  public void send(byte[] bytes) {
    out.writeBytes(bytes);
    if (--sendsUntilReset == 0) {
      machine.onEnd("connection reset"); // As a socket does that notices while it writes.
    }
  }

  @Override
  public void start() {
    machine.start();
  }

  @Override
  public void onBytes(ByteBuffer bytes) {
    machine.onBytes(bytes);
  }

  @Override
  public byte[] takeOut() {
    byte[] bytes = out.toByteArray();
    out.reset();
    return bytes;
  }

  @Override
  public void accept(ProviderOffer offer, int othersLeft) {
    if (!answersAtOnce) {
      return;
    }
    if (failing.contains(offer.provider())) {
      machine.notAccepted("the offer came to nothing");
    } else {
      machine.accepted(
          Octets.of(("answer of " + offer.provider()).getBytes(StandardCharsets.US_ASCII)),
          ports,
          offer.labels());
    }
  }

  @Override
  public void abandon(String provider) {
    abandoned.add(provider);
  }

  @Override
  public void offerStrands(Welcome welcome, List<Path> paths) {
    said = welcome;
    List<StrandOffer> strands = new ArrayList<>();
    for (Path path : paths) {
      strands.add(new StrandOffer(path, 1, new byte[] {2, (byte) path.routeLabel()}));
    }
    machine.strandsOffered(strands);
  }

  @Override
  public void connectStrands(List<StrandOffer> peer) {
    if (connectsAtOnce) {
      machine.strandsConnected();
    }
  }

  @Override
  public void established(FrameReader reader) {
    established = said;
    rest = reader;
  }

  @Override
  public void failed(BootstrapFailure theFailure) {
    failure = theFailure;
    failures++;
  }
}
