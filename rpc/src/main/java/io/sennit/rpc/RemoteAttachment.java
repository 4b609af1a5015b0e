// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc;

import io.sennit.multipath.RemoteSpan;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.EnumSet;
import java.util.Set;

/**
 * What a client is told that asks for a remote memory by its name.
 *
 * @param rights what the client may do with it; all, if the server does not say
 */
record RemoteAttachment(RemoteSpan span, Set<RemoteRight> rights) {
  /** The framework's own method; applications cannot handle it. */
  static final Method<String, RemoteAttachment> ATTACH =
      Method.of("sennit.RemoteMemory/Attach", Codec.utf8(), new Encoding());

  RemoteAttachment {
    rights = Set.copyOf(rights);
  }

  /** The span, and a byte with a bit for each right. */
  private static final class Encoding implements Codec<RemoteAttachment> {
    private static final int BYTES = RemoteSpan.ENCODED_BYTES + 1;

    @Override
    public long encodedBytes(RemoteAttachment value) {
      return BYTES;
    }

    @Override
    public void encode(RemoteAttachment value, MemorySegment into) {
      value.span().encode(into, 0);
      int bits = value.rights().stream().mapToInt(RemoteRight::bit).sum();
      into.set(ValueLayout.JAVA_BYTE, RemoteSpan.ENCODED_BYTES, (byte) bits);
    }

    @Override
    public RemoteAttachment decode(MemorySegment from) {
      if (from.byteSize() == RemoteSpan.ENCODED_BYTES) {
        return new RemoteAttachment(RemoteSpan.decode(from, 0), EnumSet.allOf(RemoteRight.class));
      }
      if (from.byteSize() != BYTES) {
        throw new IllegalArgumentException("not an attachment: " + from.byteSize() + " bytes");
      }
      int bits = from.get(ValueLayout.JAVA_BYTE, RemoteSpan.ENCODED_BYTES);
      EnumSet<RemoteRight> rights = EnumSet.allOf(RemoteRight.class);
      rights.removeIf(right -> (bits & right.bit()) == 0);
      return new RemoteAttachment(RemoteSpan.decode(from, 0), rights);
    }
  }
}
