// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc.session;

import io.sennit.base.Utf8;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;

/**
 * Who a side says it is. Told, not proved: good for messages, never for a decision (a provider that
 * needs the same host proves it itself).
 *
 * @param bootId random per boot of the kernel; 16 zero bytes if unknown
 * @param hostName for people; may be empty
 */
record HostIdentity(Octets bootId, String hostName) {
  private static final Path BOOT_ID = Path.of("/proc/sys/kernel/random/boot_id");
  private static final Path HOST_NAME = Path.of("/proc/sys/kernel/hostname");

  static final HostIdentity UNKNOWN = new HostIdentity(Octets.of(new byte[Wire.BOOT_ID_BYTES]), "");

  /** Of this machine. */
  static HostIdentity local() {
    try {
      String id = Files.readString(BOOT_ID).strip().replace("-", "");
      String name = Files.readString(HOST_NAME).strip();
      return new HostIdentity(Octets.of(HexFormat.of().parseHex(id)), Text.printable(name));
    } catch (IOException | IllegalArgumentException notThisKernel) {
      return UNKNOWN;
    }
  }

  /** Of a host that nothing more is known of. */
  static HostIdentity named(String hostName) {
    return new HostIdentity(UNKNOWN.bootId(), Text.printable(hostName));
  }

  void write(TlvWriter out) {
    byte[] name = Utf8.bounded(hostName, Wire.MAX_NAME_BYTES);
    out.open(Wire.TLV_HOST, Wire.BOOT_ID_BYTES + name.length)
        .put(bootId.buffer())
        .put(name);
  }

  static HostIdentity read(TlvReader field) throws ProtocolException {
    field.atLeast(Wire.BOOT_ID_BYTES);
    ByteBuffer value = field.value();
    if (value.remaining() > Wire.BOOT_ID_BYTES + Wire.MAX_NAME_BYTES) {
      throw new ProtocolException("a host identity of " + value.remaining() + " bytes");
    }
    byte[] id = new byte[Wire.BOOT_ID_BYTES];
    value.get(id);
    return new HostIdentity(Octets.of(id), Text.read(value));
  }
}
