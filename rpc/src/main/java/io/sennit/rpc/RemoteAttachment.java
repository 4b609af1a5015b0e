// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc;

import io.sennit.multipath.RemoteSpan;
import java.lang.foreign.MemorySegment;

/** How a client asks for a remote memory by its name, and what it is told. */
final class RemoteAttachment {
  /** The framework's own method; applications cannot handle it. */
  static final Method<String, RemoteSpan> ATTACH =
      Method.of("sennit.RemoteMemory/Attach", Codec.utf8(), new SpanCodec());

  private RemoteAttachment() {}

  private static final class SpanCodec implements Codec<RemoteSpan> {
    @Override
    public long encodedBytes(RemoteSpan value) {
      return RemoteSpan.ENCODED_BYTES;
    }

    @Override
    public void encode(RemoteSpan value, MemorySegment into) {
      value.encode(into, 0);
    }

    @Override
    public RemoteSpan decode(MemorySegment from) {
      if (from.byteSize() != RemoteSpan.ENCODED_BYTES) {
        throw new IllegalArgumentException("not a span: " + from.byteSize() + " bytes");
      }
      return RemoteSpan.decode(from, 0);
    }
  }
}
