// SPDX-License-Identifier: Apache-2.0
package io.sennit.shm.os;

import io.sennit.shm.os.Kernel.Args;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Optional;

/**
 * A connected stream socket between two processes of this host, in the abstract name space: no file
 * is made. Blocking, with time-outs; confined to one thread at a time.
 */
public final class LocalSocket implements AutoCloseable {
  static final int AF_UNIX = 1;
  static final int SOCK_STREAM_CLOEXEC = 0x80001;
  static final int SOL_SOCKET = 1;

  private static final int SO_PEERCRED = 17;
  private static final int SO_RCVTIMEO = 20;
  private static final int SO_SNDTIMEO = 21;
  private static final int UCRED_BYTES = 12;

  private final Descriptor descriptor;

  LocalSocket(Descriptor descriptor) {
    this.descriptor = descriptor;
  }

  /** What came in: bytes, and at most one file. */
  public record Message(int length, Optional<Descriptor> file) {}

  /** Connects to a name. */
  public static LocalSocket connect(byte[] name, long timeoutNanos) throws OsException {
    LocalSocket socket = new LocalSocket(open());
    try (Arena arena = Arena.ofConfined()) {
      socket.timeout(timeoutNanos);
      MemorySegment address = address(arena, name);
      Kernel.require(
          "connecting to the peer",
          Call.CONNECT,
          Args.of(socket.descriptor.number(), address.address(), address.byteSize()));
      return socket;
    } catch (OsException e) {
      socket.close();
      throw e;
    }
  }

  static Descriptor open() throws OsException {
    return new Descriptor(Kernel.require(
        "opening a local socket", Call.SOCKET, Args.of(AF_UNIX, SOCK_STREAM_CLOEXEC, 0)));
  }

  /** A {@code sockaddr_un} whose first path byte is zero: the abstract name space. */
  static MemorySegment address(Arena arena, byte[] name) {
    MemorySegment address = arena.allocate(3L + name.length, 2);
    address.set(ValueLayout.JAVA_SHORT, 0, (short) AF_UNIX);
    MemorySegment.copy(name, 0, address, ValueLayout.JAVA_BYTE, 3, name.length);
    return address;
  }

  /** Bounds every following send and receive. */
  public void timeout(long nanos) throws OsException {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment time = arena.allocate(16, 8);
      long micros = Math.max(1, nanos / 1_000);
      time.set(ValueLayout.JAVA_LONG, 0, micros / 1_000_000);
      time.set(ValueLayout.JAVA_LONG, 8, micros % 1_000_000);
      option(SO_RCVTIMEO, time);
      option(SO_SNDTIMEO, time);
    }
  }

  private void option(int name, MemorySegment value) throws OsException {
    Kernel.require(
        "bounding a local socket",
        Call.SETSOCKOPT,
        Args.of(descriptor.number(), SOL_SOCKET, name, value.address(), value.byteSize()));
  }

  /** Sends bytes and one file, which stays open here. */
  public void send(byte[] bytes, SharedFile file) throws OsException {
    try (Arena arena = Arena.ofConfined()) {
      MessageHeader header = new MessageHeader(arena, bytes.length);
      header.payload().copyFrom(MemorySegment.ofArray(bytes));
      header.attach(file.descriptor().number());
      long sent = Kernel.require(
          "sending to the peer",
          Call.SENDMSG,
          Args.of(descriptor.number(), header.address(), MessageHeader.NO_SIGNAL));
      if (sent != bytes.length) {
        throw new OsException("sending to the peer", Errno.EAGAIN);
      }
    }
  }

  /** Receives up to {@code into.length} bytes with at most one file; more files are dropped. */
  public Message receive(byte[] into) throws OsException {
    try (Arena arena = Arena.ofConfined()) {
      MessageHeader header = new MessageHeader(arena, into.length);
      int length = (int) Kernel.require(
          "waiting for the peer",
          Call.RECVMSG,
          Args.of(descriptor.number(), header.address(), MessageHeader.CLOSE_FILES_ON_EXEC));
      if (header.lostFile()) {
        throw new OsException("taking the memory that the peer sent", Errno.EMFILE);
      }
      MemorySegment.copy(header.payload(), ValueLayout.JAVA_BYTE, 0, into, 0, length);
      return new Message(length, header.attached());
    }
  }

  Descriptor descriptor() {
    return descriptor;
  }

  /** The user at the other end, as the kernel knows it. */
  public int peerUserId() throws OsException {
    try (Arena arena = Arena.ofConfined()) {
      return credentials(arena).get(ValueLayout.JAVA_INT, 4);
    }
  }

  private MemorySegment credentials(Arena arena) throws OsException {
    MemorySegment credentials = arena.allocate(UCRED_BYTES, 4);
    option(arena, SO_PEERCRED, credentials);
    return credentials;
  }

  /** The process at the other end, as the kernel knows it. */
  public PeerProcess peer() throws OsException {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment credentials = credentials(arena);
      return PeerProcess.of(
          descriptor,
          credentials.get(ValueLayout.JAVA_INT, 0),
          credentials.get(ValueLayout.JAVA_INT, 4));
    }
  }

  private void option(Arena arena, int name, MemorySegment into) throws OsException {
    MemorySegment length = arena.allocateFrom(ValueLayout.JAVA_INT, (int) into.byteSize());
    Kernel.require(
        "asking who the peer is",
        Call.GETSOCKOPT,
        Args.of(descriptor.number(), SOL_SOCKET, name, into.address(), length.address()));
  }

  /** For the rings that wake the peer; the socket stays this one's to close. */
  public Doorbell doorbell(Arena arena) {
    return new Doorbell(descriptor, arena);
  }

  @Override
  public void close() {
    descriptor.close();
  }
}
