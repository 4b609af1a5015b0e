// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc.session;

import io.sennit.multipath.StrandOffer;
import io.sennit.verbs.Path;
import io.sennit.verbs.Port;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A server's machine whose actions end at once, with outcomes fixed in advance. */
final class ScriptedServer implements ServerBootstrap.Actions {
  static final SessionKey KEY = new SessionKey(0x1122334455667788L, 1);
  static final Octets TOKEN = Octets.of("0123456789abcdef".getBytes(StandardCharsets.US_ASCII));
  static final HostIdentity HOST =
      new HostIdentity(Octets.of("bootid-of-server".getBytes(StandardCharsets.US_ASCII)), "server");

  final ByteArrayOutputStream out = new ByteArrayOutputStream();
  final List<String> providers;
  final List<String> failing = new ArrayList<>();
  final ServerBootstrap machine;
  List<Port> ports = List.of(new Port(0, "port-of-server"));
  boolean sessionKnown = true;
  boolean established;
  boolean resumed;

  @Nullable
  BootstrapFailure failure;

  int failures;
  int sendsUntilReset;

  @Nullable
  FrameReader rest;

  ScriptedServer(List<String> providers) {
    this.providers = providers;
    machine = new ServerBootstrap("client:1", this, new TimeLimit(4_000_000_000L, 4_000_000_000L));
  }

  @Override
  public void send(byte[] bytes) {
    out.writeBytes(bytes);
    if (--sendsUntilReset == 0) {
      machine.onEnd("connection reset"); // As a socket does that notices while it writes.
    }
  }

  byte[] takeOut() {
    byte[] bytes = out.toByteArray();
    out.reset();
    return bytes;
  }

  @Override
  public void invite(Hello hello) {
    List<ProviderOffer> offers = new ArrayList<>();
    for (String provider : providers) {
      if (hello.providers().contains(provider)) {
        offers.add(new ProviderOffer(
            provider,
            ports,
            List.of(1, 2),
            Octets.of(("offer of " + provider).getBytes(StandardCharsets.US_ASCII))));
      }
    }
    if (offers.isEmpty()) {
      machine.refuse(
          RefuseCode.NO_PROVIDER,
          "no provider in common: the client has " + hello.providers() + ", the server has "
              + providers,
          List.of(new Skipped("roce", "no port is up")));
    } else {
      machine.invited(
          new Welcome(KEY, TOKEN, offers, List.of(new Skipped("ibverbs", "no device")), HOST));
    }
  }

  @Override
  public void resume(Resume resume) {
    if (sessionKnown && resume.token().equals(TOKEN) && resume.key().equals(KEY)) {
      machine.resumed();
    } else {
      machine.refuse(RefuseCode.UNKNOWN_SESSION, "there is no session " + resume.key(), List.of());
    }
  }

  @Override
  public void complete(Answer answer, int othersLeft) {
    if (failing.contains(answer.provider())) {
      machine.notCompleted("the answer came to nothing");
    } else {
      machine.completed();
    }
  }

  @Override
  public void offerStrands(Answer answer) {
    List<StrandOffer> strands = new ArrayList<>();
    for (Path path :
        Paths.between(ports.size(), answer.ports().size(), answer.labels(), answer.maxStrands())) {
      strands.add(new StrandOffer(path, 1, new byte[] {1, (byte) path.routeLabel()}));
    }
    machine.strandsOffered(strands);
  }

  @Override
  public void connectStrands(List<StrandOffer> peer) {
    machine.strandsConnected();
  }

  @Override
  public void established(FrameReader reader) {
    established = true;
    rest = reader;
  }

  @Override
  public void resumed(Resume resume, FrameReader reader) {
    resumed = true;
    rest = reader;
  }

  @Override
  public void failed(BootstrapFailure theFailure) {
    failure = theFailure;
    failures++;
  }
}
