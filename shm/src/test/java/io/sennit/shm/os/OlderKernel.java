// SPDX-License-Identifier: Apache-2.0
package io.sennit.shm.os;

/** Reaches for what a kernel before 5.11 would make happen. */
public final class OlderKernel {
  private OlderKernel() {}

  /** Makes a poll do without {@code epoll_pwait2}. */
  public static void use(EventPoll poll) {
    poll.useOlderKernel();
  }
}
