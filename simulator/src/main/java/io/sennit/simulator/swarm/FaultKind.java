// SPDX-License-Identifier: Apache-2.0
package io.sennit.simulator.swarm;

/** What can go wrong in a swarm's worlds. */
public enum FaultKind {
  /** Packets of a link are lost, each by itself. */
  LOSS,
  /** Packets of a link are lost in bursts. */
  BURSTS,
  /** Packets arrive twice. */
  DUPLICATION,
  /** Packets overtake each other. */
  REORDERING,
  /** Bits are flipped. */
  CORRUPTION,
  /** Some packets arrive up to seconds later. */
  LATE_PACKETS,
  /** A link is 10 to 100 times slower than it was. */
  SLOW_LINK,
  /** A link takes milliseconds longer. */
  DELAY,
  /** A cable swallows everything. */
  BLACK_HOLE,
  /** One direction of a cable swallows everything. */
  ONE_WAY_PARTITION,
  /** A cable goes down and up again, several times; hosts are told, as always. */
  FLAP,
  /** A cable is down for a while. */
  PORT_DOWN,
  /** A link takes no long packets any more. */
  MTU_DROP,
  /** A host's loop stands still, as in a long collection. */
  HOST_PAUSE,
  /** A host is killed, and starts again with nothing of what was. */
  HOST_KILL,
  /** A byte stream of a bootstrap or a lifeline is reset. */
  STREAM_RESET,
  /** A byte stream swallows what is sent, in one direction or both. */
  STREAM_SILENCE,
  /** A byte stream moves a few bytes each millisecond. */
  STREAM_SLOW,
  /** Whoever connects is refused. */
  STREAM_REFUSED,
  /** No memory can be registered on a host. */
  NO_MEMORY,
  /** A queue pair goes to ERROR by itself. */
  QUEUE_PAIR_ERROR,
  /** A completion queue overflows, and its queue pairs go to ERROR. */
  COMPLETION_QUEUE_OVERFLOW,
  /** One host, the same all the time, lies in the frames of its sessions. */
  LYING_PEER,
  /** Copies of packets arrive up to ten seconds after them. */
  LATE_DUPLICATES,
  /** A host finds one port more; it had fewer than it has cables. */
  PORT_ADDED,
  /** The last port of a host, but never its first one, goes for good. */
  PORT_REMOVED,
  /** A link, or one direction of it, takes no long packets, and a host is told or nobody is. */
  PATH_MTU,
  /** Calls into the devices of a host throw an OutOfMemoryError, one or many. */
  FULL_HEAP,
  /** Cables are cut while the byte stream of a session that comes up is connected. */
  CONNECT_CUT,
  /** Cables are cut while two processes say by a byte stream what they have. */
  EXCHANGE_CUT,
  /** Cables are cut from the rendezvous of a session to its first message, or just after it. */
  STRANDS_CUT,
  /** Cables are cut while a lifeline that was reset is dialed again. */
  REDIAL_CUT,
  /** A port of a host loses its address and gets another one, which its name leads to at once. */
  ADDRESS_REPLACED
}
