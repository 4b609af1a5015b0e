// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc;

import io.sennit.base.Copies;
import java.lang.foreign.MemorySegment;

/**
 * Stands for "no codec": {@link Marshaller} passes bodies through and never calls it. It still
 * keeps the contract, for codecs of others that contain a body.
 */
final class BodyCodec implements Codec<Body> {
  static final BodyCodec INSTANCE = new BodyCodec();

  private BodyCodec() {}

  @Override
  public long encodedBytes(Body value) {
    return value.length();
  }

  @Override
  public void encode(Body value, MemorySegment into) {
    Copies.copy(value.segment(), 0, into, 0, value.length());
  }

  @Override
  public Body decode(MemorySegment from) {
    return Body.wrap(BytesCodec.INSTANCE.decode(from));
  }
}
