// SPDX-License-Identifier: Apache-2.0
package io.sennit.roce.wire;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The opcodes of the reliable and the unreliable connection, of datagrams, the congestion
 * notification, and those by which two Sennit ends probe what their path carries: the single source
 * of what a packet looks like. Everything else, legal or not, is unknown here and dropped.
 */
public enum PacketOpcode {
  SEND_FIRST(0x00, Kind.SEND, Place.FIRST),
  SEND_MIDDLE(0x01, Kind.SEND, Place.MIDDLE),
  SEND_LAST(0x02, Kind.SEND, Place.LAST),
  SEND_LAST_IMMEDIATE(0x03, Kind.SEND, Place.LAST, Extension.IMMDT),
  SEND_ONLY(0x04, Kind.SEND, Place.ONLY),
  SEND_ONLY_IMMEDIATE(0x05, Kind.SEND, Place.ONLY, Extension.IMMDT),
  WRITE_FIRST(0x06, Kind.WRITE, Place.FIRST, Extension.RETH),
  WRITE_MIDDLE(0x07, Kind.WRITE, Place.MIDDLE),
  WRITE_LAST(0x08, Kind.WRITE, Place.LAST),
  WRITE_LAST_IMMEDIATE(0x09, Kind.WRITE, Place.LAST, Extension.IMMDT),
  WRITE_ONLY(0x0a, Kind.WRITE, Place.ONLY, Extension.RETH),
  WRITE_ONLY_IMMEDIATE(0x0b, Kind.WRITE, Place.ONLY, Extension.RETH, Extension.IMMDT),
  READ_REQUEST(0x0c, Kind.READ, Place.BARE, Extension.RETH),
  READ_RESPONSE_FIRST(0x0d, Kind.READ_RESPONSE, Place.FIRST, Extension.AETH),
  READ_RESPONSE_MIDDLE(0x0e, Kind.READ_RESPONSE, Place.MIDDLE),
  READ_RESPONSE_LAST(0x0f, Kind.READ_RESPONSE, Place.LAST, Extension.AETH),
  READ_RESPONSE_ONLY(0x10, Kind.READ_RESPONSE, Place.ONLY, Extension.AETH),
  ACKNOWLEDGE(0x11, Kind.ACKNOWLEDGE, Place.BARE, Extension.AETH),
  ATOMIC_ACKNOWLEDGE(
      0x12, Kind.ATOMIC_ACKNOWLEDGE, Place.BARE, Extension.AETH, Extension.ATOMIC_ACK_ETH),
  COMPARE_SWAP(0x13, Kind.ATOMIC, Place.BARE, Extension.ATOMIC_ETH),
  FETCH_ADD(0x14, Kind.ATOMIC, Place.BARE, Extension.ATOMIC_ETH),
  UC_SEND_FIRST(0x20, Kind.SEND, Place.FIRST),
  UC_SEND_MIDDLE(0x21, Kind.SEND, Place.MIDDLE),
  UC_SEND_LAST(0x22, Kind.SEND, Place.LAST),
  UC_SEND_LAST_IMMEDIATE(0x23, Kind.SEND, Place.LAST, Extension.IMMDT),
  UC_SEND_ONLY(0x24, Kind.SEND, Place.ONLY),
  UC_SEND_ONLY_IMMEDIATE(0x25, Kind.SEND, Place.ONLY, Extension.IMMDT),
  UC_WRITE_FIRST(0x26, Kind.WRITE, Place.FIRST, Extension.RETH),
  UC_WRITE_MIDDLE(0x27, Kind.WRITE, Place.MIDDLE),
  UC_WRITE_LAST(0x28, Kind.WRITE, Place.LAST),
  UC_WRITE_LAST_IMMEDIATE(0x29, Kind.WRITE, Place.LAST, Extension.IMMDT),
  UC_WRITE_ONLY(0x2a, Kind.WRITE, Place.ONLY, Extension.RETH),
  UC_WRITE_ONLY_IMMEDIATE(0x2b, Kind.WRITE, Place.ONLY, Extension.RETH, Extension.IMMDT),
  UD_SEND_ONLY(0x64, Kind.DATAGRAM, Place.ONLY, Extension.DETH),
  UD_SEND_ONLY_IMMEDIATE(0x65, Kind.DATAGRAM, Place.ONLY, Extension.DETH, Extension.IMMDT),
  SEND_LAST_INVALIDATE(0x16, Kind.SEND, Place.LAST, Extension.IETH),
  SEND_ONLY_INVALIDATE(0x17, Kind.SEND, Place.ONLY, Extension.IETH),
  /** Any of the reliable connection's opcodes that mean nothing yet; this one's byte is one. */
  RESERVED(0x15, Kind.RESERVED, Place.ONLY),
  FLUSH(0x1c, Kind.FLUSH, Place.BARE, Extension.FETH, Extension.RETH),
  ATOMIC_WRITE(0x1d, Kind.ATOMIC_WRITE, Place.ONLY, Extension.RETH),
  CONGESTION_NOTIFICATION(0x81, Kind.CONGESTION_NOTIFICATION, Place.BARE, Extension.CNP_RESERVED),
  PATH_MTU_PROBE(0xc0, Kind.PATH_MTU, Place.ONLY, Extension.PATH_MTU),
  PATH_MTU_ANSWER(0xc1, Kind.PATH_MTU, Place.BARE, Extension.PATH_MTU);

  /** What a packet is about. */
  public enum Kind {
    SEND,
    WRITE,
    READ,
    ATOMIC,
    /** Of a word, which is all its payload. */
    ATOMIC_WRITE,
    FLUSH,
    READ_RESPONSE,
    ACKNOWLEDGE,
    ATOMIC_ACKNOWLEDGE,
    /** Of the reliable connection's range, and nothing yet: the responder refuses it. */
    RESERVED,
    /** For a queue pair of datagrams, never for a connection. */
    DATAGRAM,
    CONGESTION_NOTIFICATION,
    /** Between two Sennit ends: of the codes that are the manufacturer's. */
    PATH_MTU;

    /** Whether it goes to the responder. */
    public boolean isRequest() {
      return this == SEND || this == WRITE || this == RESERVED || isAnswered();
    }

    /** Whether it belongs to a connection's sequence. */
    boolean isConnections() {
      return this != DATAGRAM && this != CONGESTION_NOTIFICATION && this != PATH_MTU;
    }

    /** Whether it is a request with an answer of its own, which an acknowledgement is not. */
    public boolean isAnswered() {
      return this == READ || this == ATOMIC || this == ATOMIC_WRITE || this == FLUSH;
    }
  }

  /** Where in its message a packet stands, which also says how much payload it has. */
  public enum Place {
    /** The first of several: exactly the path MTU. */
    FIRST,
    /** Exactly the path MTU. */
    MIDDLE,
    /** 1 byte to the path MTU. */
    LAST,
    /** 0 bytes to the path MTU. */
    ONLY,
    /** No payload. */
    BARE;

    public boolean begins() {
      return this != MIDDLE && this != LAST;
    }

    public boolean ends() {
      return this != FIRST && this != MIDDLE;
    }

    /** Whether so many bytes of payload are what a packet of this place has. */
    public boolean allows(int payloadBytes, int mtuBytes) {
      return switch (this) {
        case FIRST, MIDDLE -> payloadBytes == mtuBytes;
        case LAST -> payloadBytes >= 1 && payloadBytes <= mtuBytes;
        case ONLY -> payloadBytes >= 0 && payloadBytes <= mtuBytes;
        case BARE -> payloadBytes == 0;
      };
    }
  }

  /** Headers behind the BTH. */
  enum Extension {
    RETH(16),
    AETH(4),
    IMMDT(4),
    IETH(4),
    FETH(4),
    ATOMIC_ETH(28),
    ATOMIC_ACK_ETH(8),
    DETH(8),
    CNP_RESERVED(16),
    PATH_MTU(PathMtuHeader.BYTES);

    private final int bytes;

    Extension(int bytes) {
      this.bytes = bytes;
    }
  }

  private static final int UNRELIABLE = 0x20;
  private static final int TRANSPORT_MASK = 0xe0;
  private static final int RELIABLE_CODES = 0x20;
  private static final @Nullable PacketOpcode[] BY_CODE = new PacketOpcode[256];

  static {
    for (PacketOpcode opcode : values()) {
      BY_CODE[opcode.code] = opcode;
    }
    for (int code = 0; code < RELIABLE_CODES; code++) {
      BY_CODE[code] = BY_CODE[code] == null ? RESERVED : BY_CODE[code];
    }
  }

  private final int code;
  private final Kind kind;
  private final Place place;
  private final boolean immediate;
  private final boolean invalidate;
  private final int headerBytes;
  private final int repeatedBytes;

  PacketOpcode(int code, Kind kind, Place place, Extension... extensions) {
    this.code = code;
    this.kind = kind;
    this.place = place;
    headerBytes =
        Bth.BYTES + Arrays.stream(extensions).mapToInt(each -> each.bytes).sum();
    repeatedBytes = isUnreliable() ? 0 : repeatedBytes(kind, place);
    immediate = Arrays.asList(extensions).contains(Extension.IMMDT);
    invalidate = Arrays.asList(extensions).contains(Extension.IETH);
  }

  private static int repeatedBytes(Kind kind, Place place) {
    if (kind == Kind.WRITE && !place.begins()) {
      return Extension.RETH.bytes;
    }
    return kind == Kind.READ_RESPONSE && place == Place.MIDDLE ? Extension.AETH.bytes : 0;
  }

  /** The opcode of a byte; null if it is none of these. */
  public static @Nullable PacketOpcode of(int code) {
    return BY_CODE[code & 0xff];
  }

  /** The byte on the wire. */
  public int code() {
    return code;
  }

  public Kind kind() {
    return kind;
  }

  /** Whether it is for an unreliable connection. */
  public boolean isUnreliable() {
    return (code & TRANSPORT_MASK) == UNRELIABLE;
  }

  /**
   * What an unreliable connection has instead of an opcode of the reliable one.
   *
   * @throws IllegalArgumentException if it has none
   */
  public PacketOpcode unreliable() {
    PacketOpcode other = of(code | UNRELIABLE);
    if ((code & TRANSPORT_MASK) != 0 || other == null) {
      throw new IllegalArgumentException("unreliable connections have no " + this);
    }
    return other;
  }

  public Place place() {
    return place;
  }

  /** Whether it carries 32 bits for the peer's completion. */
  public boolean hasImmediate() {
    return immediate;
  }

  /** Whether it carries a key that the responder is to invalidate. */
  public boolean hasInvalidate() {
    return invalidate;
  }

  /** Offset from the BTH of the last four bytes of headers, where immediates and such keys are. */
  int lastWordAt() {
    return headerBytes - Integer.BYTES;
  }

  /** Bytes from the BTH to the payload. */
  public int headerBytes() {
    return headerBytes;
  }

  /**
   * Bytes of the header that the first packet of the message has and this one has not, and repeats
   * before its payload between peers that have agreed on packets of one size.
   */
  public int repeatedBytes() {
    return repeatedBytes;
  }
}
