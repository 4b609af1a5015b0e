// SPDX-License-Identifier: Apache-2.0
package io.sennit.system.guest;

import static io.sennit.system.guest.Addresses.IPV4;
import static io.sennit.system.guest.Addresses.IPV6;
import static io.sennit.system.guest.PingPong.Transport.RELIABLE;
import static io.sennit.system.guest.PingPong.Transport.UNRELIABLE;

import io.sennit.system.guest.Perftest.Program;

/** What the guest is asked to judge; one boot serves all, in this order. */
enum GuestCase {
  PINGPONG_OURS_TO_THEIRS_IPV4(Link.USUAL, () -> new PingPong(RELIABLE, IPV4, 1024).asClient()),
  PINGPONG_THEIRS_TO_OURS_IPV4(Link.USUAL, () -> new PingPong(RELIABLE, IPV4, 1024).asServer()),
  PINGPONG_OURS_TO_THEIRS_IPV6(Link.USUAL, () -> new PingPong(RELIABLE, IPV6, 1024).asClient()),
  PINGPONG_THEIRS_TO_OURS_IPV6(Link.USUAL, () -> new PingPong(RELIABLE, IPV6, 1024).asServer()),
  UC_PINGPONG_OURS_TO_THEIRS(Link.USUAL, () -> new PingPong(UNRELIABLE, IPV4, 1024).asClient()),
  UC_PINGPONG_THEIRS_TO_OURS(Link.USUAL, () -> new PingPong(UNRELIABLE, IPV4, 1024).asServer()),
  UD_PINGPONG_OURS_TO_THEIRS(Link.USUAL, () -> new UdPingPong(IPV4).asClient()),
  UD_PINGPONG_THEIRS_TO_OURS(Link.USUAL, () -> new UdPingPong(IPV4).asServer()),
  OPERATIONS_IPV4_MTU_1024(Link.USUAL, () -> new Operations(IPV4, 1024).run()),
  OPERATIONS_IPV6_MTU_1024(Link.USUAL, () -> new Operations(IPV6, 1024).run()),
  SEND_BW_THEIRS_SERVES(Link.USUAL, () -> new Perftest(Program.SEND, IPV4, 1024).asClient()),
  SEND_BW_OURS_SERVES(Link.USUAL, () -> new Perftest(Program.SEND, IPV6, 1024).asServer()),
  WRITE_BW_THEIRS_SERVES(Link.USUAL, () -> new Perftest(Program.WRITE, IPV6, 1024).asClient()),
  WRITE_BW_OURS_SERVES(Link.USUAL, () -> new Perftest(Program.WRITE, IPV4, 1024).asServer()),
  READ_BW_THEIRS_SERVES(Link.USUAL, () -> new Perftest(Program.READ, IPV4, 1024).asClient()),
  READ_BW_OURS_SERVES(Link.USUAL, () -> new Perftest(Program.READ, IPV6, 1024).asServer()),
  ATOMIC_BW_THEIRS_SERVES(Link.USUAL, () -> new Perftest(Program.ATOMIC, IPV4, 1024).asClient()),
  ATOMIC_BW_OURS_SERVES(Link.USUAL, () -> new Perftest(Program.ATOMIC, IPV4, 1024).asServer()),
  RPING_THEIRS_SERVES_IPV4(Link.USUAL, () -> new Rping(IPV4).asClient()),
  RPING_OURS_SERVES_IPV4(Link.USUAL, () -> new Rping(IPV4).asServer()),
  RPING_THEIRS_SERVES_IPV6(Link.USUAL, () -> new Rping(IPV6).asClient()),
  RPING_OURS_SERVES_IPV6(Link.USUAL, () -> new Rping(IPV6).asServer()),
  OPERATIONS_IPV4_MTU_4096(Link.LONG_PACKETS, () -> new Operations(IPV4, 4096).run()),
  OPERATIONS_IPV6_MTU_4096(Link.LONG_PACKETS, () -> new Operations(IPV6, 4096).run()),
  LONG_MESSAGES_IPV4(Link.LONG_PACKETS, () -> new LongMessages(IPV4, 4096).run()),
  OPERATIONS_WITH_LOSS_IPV4(Link.LOSSY, () -> Operations.withLoss(IPV4).run()),
  OPERATIONS_WITH_LOSS_IPV6(Link.LOSSY, () -> Operations.withLoss(IPV6).run()),
  WRITE_BW_WITH_LOSS(Link.LOSSY, () -> new Perftest(Program.WRITE, IPV4, 1024).asClient()),
  READ_BW_WITH_LOSS(Link.LOSSY, () -> new Perftest(Program.READ, IPV4, 1024).asServer());

  /** Something that throws if it is not as it should be. */
  interface Trial {
    void run() throws Exception;
  }

  private final Link link;

  @SuppressWarnings("ImmutableEnumChecker") // each trial makes what it changes
  private final Trial trial;

  GuestCase(Link link, Trial trial) {
    this.link = link;
    this.trial = trial;
  }

  Link link() {
    return link;
  }

  /** Throws what it has to object to. */
  void run() throws Exception {
    trial.run();
  }
}
