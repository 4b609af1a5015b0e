// SPDX-License-Identifier: Apache-2.0
package io.sennit.roce.cm;

import io.sennit.base.Randomness;
import io.sennit.roce.wire.IpAddress;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The connections of a manager by their ids, which are random, so that none can be guessed. */
final class CmTable {
  private final Randomness randomness;
  private final Map<Integer, CmConnection> byLocalId = new HashMap<>();
  private final Map<RemoteName, CmConnection> byRemoteName = new HashMap<>();
  private final ArrayDeque<CmConnection> timewait = new ArrayDeque<>();

  /** What a peer calls a connection. */
  private record RemoteName(IpAddress peer, int remoteId) {}

  CmTable(Randomness randomness) {
    this.randomness = randomness;
  }

  /** An id that no connection has; never 0. */
  int freeId() {
    int id;
    do {
      id = randomness.nextInt();
    } while (id == 0 || byLocalId.containsKey(id));
    return id;
  }

  int size() {
    return byLocalId.size();
  }

  void add(CmConnection connection) {
    byLocalId.put(connection.localId(), connection);
  }

  /** A peer's request has made it: the peer's name for it finds it as well. */
  void addAsked(CmConnection connection) {
    add(connection);
    byRemoteName.put(nameOf(connection), connection);
  }

  private static RemoteName nameOf(CmConnection connection) {
    return new RemoteName(connection.peer(), connection.remoteId());
  }

  @Nullable
  CmConnection find(int localId) {
    return byLocalId.get(localId);
  }

  @Nullable
  CmConnection findAsked(IpAddress peer, int remoteId) {
    return byRemoteName.get(new RemoteName(peer, remoteId));
  }

  void remove(CmConnection connection) {
    byLocalId.remove(connection.localId(), connection);
    byRemoteName.remove(nameOf(connection), connection);
    timewait.remove(connection);
  }

  /** It is over, and remembered; returns the one to forget if that are more than may be. */
  @Nullable
  CmConnection rest(CmConnection connection, int most) {
    timewait.add(connection);
    return timewait.size() > most ? timewait.remove() : null;
  }

  int resting() {
    return timewait.size();
  }

  List<CmConnection> all() {
    return new ArrayList<>(byLocalId.values());
  }
}
