// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc.session;

import io.sennit.multipath.Braid;

/** Numbers of the bootstrap and the lifeline, version 1; docs/WIRE.md says what they mean. */
final class Wire {
  /** First bytes of each direction; no HTTP/2 preface, no TLS record, no text. */
  static final int MAGIC = 0x93534E54;

  static final int MAJOR = 1;
  static final int MINOR = 0;

  static final int PREAMBLE_BYTES = 8;
  static final int FRAME_HEADER_BYTES = 8;
  static final int SESSION_HEADER_BYTES = 16;
  static final int TLV_HEADER_BYTES = 4;

  /** Frame flag: the payload is sealed. Refused in version 1. */
  static final int FLAG_SEALED = 0x80;

  /** Frame types from here on are ignored if unknown; below it they are refused. */
  static final int FIRST_OPTIONAL_TYPE = 0x80;

  static final int HELLO = 0x01;
  static final int WELCOME = 0x02;
  static final int ANSWER = 0x03;
  static final int DECLINE = 0x04;
  static final int PAIR = 0x05;
  static final int READY = 0x06;
  static final int REFUSE = 0x07;
  static final int RESUME = 0x08;
  static final int RESUMED = 0x09;
  static final int PING = 0x10;
  static final int PONG = 0x11;
  static final int BRAID = 0x12;
  static final int CLOSE = 0x13;

  /** TLV types with this bit are refused if unknown; without it they are ignored. */
  static final int CRITICAL = 0x8000;

  static final int TLV_PROVIDER = CRITICAL | 0x01;
  static final int TLV_NAME = CRITICAL | 0x02;
  static final int TLV_PORT = CRITICAL | 0x03;
  static final int TLV_LABELS = CRITICAL | 0x04;
  static final int TLV_OFFER = CRITICAL | 0x05;
  static final int TLV_ANSWER = CRITICAL | 0x06;
  static final int TLV_STRAND = CRITICAL | 0x07;
  static final int TLV_TOKEN = CRITICAL | 0x08;
  static final int TLV_CODE = CRITICAL | 0x09;
  static final int TLV_NONCE = CRITICAL | 0x0A;
  static final int TLV_FRAME = CRITICAL | 0x0B;
  /** Reserved for memory granted in the bootstrap; never sent in version 1. */
  static final int TLV_GRANT = CRITICAL | 0x0C;

  static final int TLV_HOST = 0x01;
  static final int TLV_SKIPPED = 0x02;
  static final int TLV_REASON = 0x03;
  /** Bit set of abilities; version 1 defines none, sends none and ignores all. */
  static final int TLV_CAPABILITIES = 0x04;
  /** Most strands that the client takes; left out if that is {@link #MAX_STRANDS}. */
  static final int TLV_STRANDS = 0x05;

  static final int MAX_PAYLOAD_BYTES = 64 << 10;

  /** What room is made for at first. */
  static final int USUAL_FRAME_BYTES = 512;

  static final int MAX_TLVS = 256;
  static final int MAX_PROVIDERS = 8;
  static final int MAX_PORTS = 16;
  static final int MAX_LABELS = 16;
  static final int MAX_STRANDS = 64;
  static final int MAX_NAME_BYTES = 64;
  static final int MAX_REASON_BYTES = 1024;
  static final int MAX_RENDEZVOUS_BYTES = 1024;
  static final int MAX_BRAID_FRAME_BYTES = Braid.MAX_LIFELINE_FRAME_BYTES;
  static final int TOKEN_BYTES = 16;
  static final int BOOT_ID_BYTES = 16;

  private Wire() {}
}
