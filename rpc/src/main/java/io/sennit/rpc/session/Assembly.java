// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc.session;

import io.sennit.multipath.StrandOffer;
import io.sennit.rpc.session.bytes.ByteStream;
import io.sennit.rpc.session.bytes.StreamHost;
import io.sennit.rpc.stream.SessionInfo;
import io.sennit.rpc.stream.SessionListener;
import io.sennit.rpc.stream.StreamAcceptor;
import io.sennit.verbs.Path;
import io.sennit.verbs.ProtectionDomain;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The part of a handshake that is the same on both sides: a domain becomes a session, on the loop
 * that will own it. Belongs to the streams' thread.
 */
final class Assembly {
  private final LoopGroup group;
  private final StreamHost host;
  private final SessionConfig config;
  private final ByteStream stream;
  private final Bootstrap machine;
  private final Place place;
  private @Nullable ProviderLoop provider;
  private PortLists ports = PortLists.NONE;
  private @Nullable ProtectionDomain domain;
  private @Nullable SessionEnd session;

  /** The loop makes the session just now: whether it will have the listener is not known yet. */
  private boolean building;

  private @Nullable Ending endedMeanwhile;

  /** How an attempt came to nothing. */
  private record Ending(String cause, Runnable untold) {}

  /** @param place held for as long as there is a domain, or a session of it */
  Assembly(
      LoopGroup group, SessionConfig config, ByteStream stream, Bootstrap machine, Place place) {
    this.place = place;
    this.group = group;
    host = group.streams();
    this.config = config;
    this.stream = stream;
    this.machine = machine;
  }

  /**
   * A rendezvous gave a domain.
   *
   * @param told what each side has told of its ports
   */
  void domain(ProviderLoop of, ProtectionDomain made, PortLists told) {
    place.hold();
    provider = of;
    ports = told;
    domain = made;
  }

  /** Those of some paths that are possible at all. */
  List<Path> possible(List<Path> paths) {
    ProtectionDomain between = domain;
    return between == null
        ? List.of()
        : paths.stream()
            .filter(path -> between.mayJoin(path.localPort(), path.remotePort()))
            .toList();
  }

  /**
   * The attempt came to nothing: gives the domain back, and ends the session, which tells its
   * listener.
   *
   * @param untold run, once it is known, if there is no session that would
   */
  void end(String cause, Runnable untold) {
    dropDomain();
    SessionEnd come = session;
    if (come != null) {
      come.fail(cause);
    } else if (building) {
      endedMeanwhile = new Ending(cause, untold);
    } else {
      untold.run();
    }
  }

  /** Gives back a domain that came to nothing. */
  void dropDomain() {
    ProtectionDomain unused = domain;
    ProviderLoop loop = provider;
    domain = null;
    if (unused != null && loop != null) {
      DomainReaper.reap(host, loop.loop(), unused, place::letGo);
    }
  }

  /** The session, once it has an engine, which tells the listener how it ends. */
  Optional<SessionEnd> session() {
    return Optional.ofNullable(session);
  }

  /**
   * Makes the strands.
   *
   * @param fresh takes over what the domain held of the place, unless this throws
   * @param memory becomes the session's
   * @param acceptor the server's door; empty on the client's side
   */
  void offerStrands(
      SessionEnd fresh,
      List<Path> paths,
      SessionMemory memory,
      SessionListener listener,
      Optional<StreamAcceptor> acceptor) {
    ProviderLoop loop = provider;
    ProtectionDomain taken = domain;
    if (loop == null || taken == null) {
      throw new IllegalStateException("strands before a domain");
    }
    SessionInfo info = new SessionInfo(
        loop.name(),
        stream.localAddress(),
        stream.remoteAddress(),
        fresh.resume().key().id(),
        acceptor.isEmpty());
    SessionParts parts =
        new SessionParts(group, config, loop, taken, memory, ports, listener, acceptor);
    if (!build(loop, taken, () -> begin(fresh, parts, info, paths))) {
      dropDomain();
      overloaded();
    }
  }

  /** The domain is the session's from now on, unless the loop does not take the task. */
  private boolean build(ProviderLoop loop, ProtectionDomain taken, Runnable task) {
    domain = null;
    building = true;
    boolean queued = false;
    try {
      queued = loop.loop().offer(task);
    } finally {
      if (!queued) {
        building = false;
        domain = taken;
      }
    }
    return queued;
  }

  /** On the loop. */
  private void begin(SessionEnd fresh, SessionParts parts, SessionInfo info, List<Path> paths) {
    try {
      List<StrandOffer> own = fresh.begin(parts, info, paths);
      host.execute(() -> onOffered(fresh, own));
    } catch (RuntimeException | Error e) {
      host.execute(() -> notBuilt(fresh, e));
    }
  }

  private void strandsOffered(SessionEnd fresh, List<StrandOffer> own) {
    built(fresh);
    if (!machine.strandsOffered(own)) {
      fresh.fail("the bootstrap ended before the session was up");
    }
  }

  /** It is known whether there is a session. */
  private void built(@Nullable SessionEnd made) {
    building = false;
    session = made;
    Ending ending = endedMeanwhile;
    if (ending != null) {
      endedMeanwhile = null;
      end(ending.cause(), ending.untold());
    }
  }

  /** Connects the strands. */
  void connectStrands(List<StrandOffer> peer) {
    SessionEnd come = session;
    ProviderLoop loop = provider;
    if (come == null || loop == null) {
      throw new IllegalStateException("connect before offer");
    }
    boolean queued = loop.loop().offer(() -> {
      try {
        come.connect(peer);
        host.execute(this::onConnected);
      } catch (RuntimeException | Error e) {
        host.execute(() -> notBuilt(come, e));
      }
    });
    if (!queued) {
      overloaded();
    }
  }

  private void onOffered(SessionEnd fresh, List<StrandOffer> own) {
    try {
      strandsOffered(fresh, own);
    } catch (Throwable e) {
      onFault(e);
    }
  }

  private void onConnected() {
    try {
      machine.strandsConnected();
    } catch (Throwable e) {
      onFault(e);
    }
  }

  /** An exception on the streams' thread ends the bootstrap at once, not at its time-out. */
  private void onFault(Throwable e) {
    machine.fail(
        RefuseCode.INTERNAL,
        BootstrapFailure.Kind.INTERNAL,
        "a fault in this process ended the bootstrap with " + machine.peer + ": " + e);
  }

  private void notBuilt(SessionEnd fresh, Throwable e) {
    built(fresh.session().isPresent() ? fresh : null);
    machine.fail(
        RefuseCode.INTERNAL,
        BootstrapFailure.Kind.INTERNAL,
        "the session with " + machine.peer + " could not be built: " + reason(e));
  }

  /** An error says little without its name. */
  private static String reason(Throwable e) {
    return e instanceof RuntimeException ? String.valueOf(e.getMessage()) : e.toString();
  }

  private void overloaded() {
    machine.fail(
        RefuseCode.BUSY,
        BootstrapFailure.Kind.INTERNAL,
        "the event loop of this process is overloaded: try again later");
  }
}
