// SPDX-License-Identifier: Apache-2.0
package io.sennit.system.attacks;

import java.util.List;

/**
 * One kind of attack.
 *
 * @param name also on the command line of an {@link Attacker}
 * @param providers those that it is tried on
 * @param fair whether honest clients are served meanwhile; nobody is while the heap is full
 */
record Attack(String name, Assault assault, List<String> providers, boolean fair) {
  private static final List<String> ANY = List.of("roce");
  private static final List<String> EACH = List.of("shm", "roce");

  static final List<Attack> ALL = List.of(
      new Attack("connections-closed", Connections::close, ANY, true),
      new Attack("connections-silent", Connections::silent, ANY, true),
      new Attack("connections-slow", Connections::slow, ANY, true),
      new Attack("calls-with-metadata", Calls::metadata, ANY, true),
      new Attack("streams-unread", Calls::unread, ANY, true),
      new Attack("grpc-streams-unread", Calls::unreadGrpc, ANY, true),
      new Attack("heap-full", Calls::fullHeap, ANY, false),
      new Attack("sessions-idle", Sessions::idle, EACH, true),
      new Attack("sessions-unread", Sessions::unread, ANY, true),
      new Attack("sessions-ended", Sessions::ended, EACH, true),
      new Attack("sessions-given-up", Sessions::givenUp, EACH, true));

  static Attack named(String name) {
    return ALL.stream().filter(each -> each.name().equals(name)).findFirst().orElseThrow();
  }
}
