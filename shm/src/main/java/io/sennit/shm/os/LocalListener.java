// SPDX-License-Identifier: Apache-2.0
package io.sennit.shm.os;

import io.sennit.shm.os.Kernel.Args;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/** Listens on an abstract name. One thread accepts; {@link #stop} ends it from any other. */
public final class LocalListener implements AutoCloseable {
  private static final int BACKLOG = 64;
  private static final int SOCK_CLOEXEC = 0x80000;
  private static final int SHUT_RD_WR = 2;

  private final Descriptor descriptor;

  private LocalListener(Descriptor descriptor) {
    this.descriptor = descriptor;
  }

  /** Listens on a name of at most 100 bytes that nobody else uses. */
  public static LocalListener open(byte[] name) throws OsException {
    Descriptor descriptor = LocalSocket.open();
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment address = LocalSocket.address(arena, name);
      int fd = descriptor.number();
      Kernel.require(
          "naming a local socket", Call.BIND, Args.of(fd, address.address(), address.byteSize()));
      Kernel.require("listening on a local socket", Call.LISTEN, Args.of(fd, BACKLOG));
      return new LocalListener(descriptor);
    } catch (OsException e) {
      descriptor.close();
      throw e;
    }
  }

  Descriptor descriptor() {
    return descriptor;
  }

  /** Waits for the next peer; fails once stopped. */
  public LocalSocket accept() throws OsException {
    return new LocalSocket(new Descriptor(Kernel.require(
        "accepting a peer", Call.ACCEPT4, Args.of(descriptor.number(), 0, 0, SOCK_CLOEXEC))));
  }

  /** Ends the current and every later {@link #accept}; closing the number under it would not. */
  public void stop() {
    Kernel.call(Call.SHUTDOWN, Args.of(descriptor.number(), SHUT_RD_WR));
  }

  @Override
  public void close() {
    descriptor.close();
  }
}
