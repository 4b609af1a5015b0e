// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc;

import io.sennit.multipath.RemoteSpan;
import io.sennit.rpc.stream.Session;
import io.sennit.verbs.Access;
import io.sennit.verbs.MemoryRegion;
import io.sennit.verbs.OutOfRegisteredMemoryException;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/** The named memories of a server, and who has which. Safe from any thread. */
final class RemoteRegions {
  private final Map<String, Offer> offers = new HashMap<>();
  private final IdentityHashMap<Session, Map<String, RemoteRegion>> attached =
      new IdentityHashMap<>();

  /**
   * One named memory.
   *
   * @param onAttached fills a client's region before the client hears of it
   */
  record Offer(long bytes, Set<RemoteRight> rights, Consumer<RemoteRegion> onAttached) {
    Offer {
      rights = Set.copyOf(rights);
      if (bytes <= 0 || rights.isEmpty()) {
        throw new IllegalArgumentException(bytes + " bytes with rights " + rights);
      }
    }
  }

  /** While the server is being built. */
  void offer(String name, Offer offer) {
    if (offers.putIfAbsent(name, offer) != null) {
      throw new IllegalArgumentException("there is a remote memory " + name);
    }
  }

  boolean isEmpty() {
    return offers.isEmpty();
  }

  /** Serves {@link RemoteAttachment#ATTACH}. */
  void attach(UnaryCall<String, RemoteAttachment> call) {
    Offer offer = offers.get(call.request());
    if (offer == null) {
      throw new RpcException(StatusCode.NOT_FOUND, "no remote memory " + call.request());
    }
    MemoryRegion region = regionFor(call, offer).region();
    RemoteSpan span = new RemoteSpan(region.address(), region.remoteKey(), offer.bytes(), 0);
    call.reply(new RemoteAttachment(span, offer.rights()));
  }

  /** Its memory went with the session. */
  synchronized void forget(Session session) {
    attached.remove(session);
  }

  private synchronized RemoteRegion regionFor(
      UnaryCall<String, RemoteAttachment> call, Offer offer) {
    Session session = call.link().session();
    Map<String, RemoteRegion> regions = attached.computeIfAbsent(session, key -> new HashMap<>());
    return regions.computeIfAbsent(call.request(), name -> make(call, offer));
  }

  private static RemoteRegion make(UnaryCall<String, RemoteAttachment> call, Offer offer) {
    try {
      MemoryRegion memory =
          call.link().session().bodies().register(offer.bytes(), access(offer.rights()));
      RemoteRegion region =
          new RemoteRegion(call.request(), call.peer(), memory, call.link(), call.executor());
      offer.onAttached().accept(region);
      return region;
    } catch (OutOfRegisteredMemoryException e) {
      throw new RpcException(StatusCode.RESOURCE_EXHAUSTED, String.valueOf(e.getMessage()));
    }
  }

  private static Set<Access> access(Set<RemoteRight> rights) {
    Set<Access> access = EnumSet.of(Access.LOCAL_WRITE);
    for (RemoteRight right : rights) {
      access.add(
          switch (right) {
            case READ -> Access.REMOTE_READ;
            case WRITE -> Access.REMOTE_WRITE;
            case ATOMIC -> Access.REMOTE_ATOMIC;
          });
    }
    return access;
  }
}
