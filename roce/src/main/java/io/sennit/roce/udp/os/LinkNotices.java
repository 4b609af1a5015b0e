// SPDX-License-Identifier: Apache-2.0
package io.sennit.roce.udp.os;

import io.sennit.roce.udp.os.Kernel.Args;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * The kernel's notices that some link or address of this network namespace has changed: a netlink
 * socket. What they say is not read, since the link itself says it too, and later. One thread uses
 * it.
 */
public final class LinkNotices implements AutoCloseable {
  private static final int AF_NETLINK = 16;
  private static final int RAW_NONBLOCK_CLOEXEC = 0x80803;
  private static final int NETLINK_ROUTE = 0;
  private static final int RTMGRP_LINK = 1;
  private static final int RTMGRP_IPV4_ADDRESS = 0x10;
  private static final int RTMGRP_IPV6_ADDRESS = 0x100;
  private static final int GROUPS = RTMGRP_LINK | RTMGRP_IPV4_ADDRESS | RTMGRP_IPV6_ADDRESS;
  private static final int GROUPS_OFFSET = 8;
  private static final int NAME_BYTES = 12;

  /** The rest of a longer one is thrown away by the kernel. */
  private static final int NOTICE_BYTES = 64;

  /** Taken by one call; more than the socket's buffer holds. */
  private static final int MOST_NOTICES = 4096;

  private final Arena arena = Arena.ofShared();
  private final MemorySegment errno = Kernel.errno();
  private final Descriptor descriptor;
  private final Args read;

  private LinkNotices(Descriptor descriptor) {
    this.descriptor = descriptor;
    MemorySegment notice = arena.allocate(NOTICE_BYTES, 8);
    read = Args.of(descriptor.number(), notice.address(), NOTICE_BYTES);
  }

  public static LinkNotices open() throws OsException {
    String what = "opening a netlink socket";
    Descriptor descriptor = new Descriptor(Kernel.require(
        what, Call.SOCKET, Args.of(AF_NETLINK, RAW_NONBLOCK_CLOEXEC, NETLINK_ROUTE)));
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment name = arena.allocate(NAME_BYTES, 8);
      name.set(ValueLayout.JAVA_SHORT, 0, (short) AF_NETLINK);
      name.set(ValueLayout.JAVA_INT, GROUPS_OFFSET, GROUPS);
      Kernel.require(what, Call.BIND, Args.of(descriptor.number(), name.address(), NAME_BYTES));
      return new LinkNotices(descriptor);
    } catch (OsException e) {
      descriptor.close();
      throw e;
    }
  }

  Descriptor descriptor() {
    return descriptor;
  }

  /** Takes all there are, without waiting; whether there was one, or one too many to be kept. */
  public boolean take() {
    boolean any = false;
    for (int at = 0; at < MOST_NOTICES; at++) {
      long result = Kernel.call(errno, Call.READ, read);
      if (result == -Errno.EAGAIN) {
        return any;
      }
      any = true;
    }
    return true;
  }

  @Override
  public void close() {
    descriptor.close();
    arena.close();
  }
}
