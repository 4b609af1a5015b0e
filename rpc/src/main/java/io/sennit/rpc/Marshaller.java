// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc;

import java.util.Optional;

/** Turns messages into bodies and back, and keeps the rule who closes what. */
final class Marshaller {
  private Marshaller() {}

  /** A body for the stream, which will close it; a body that was passed stays the caller's. */
  static <T> Body toBody(Codec<T> codec, T value, Link link) {
    if (codec == BodyCodec.INSTANCE) {
      return ((Body) value).lend();
    }
    long bytes = codec.encodedBytes(value);
    Body body = memory(bytes, link);
    boolean sound = false;
    try {
      codec.encode(value, body.segment());
      sound = true;
      return body;
    } catch (Exception e) {
      throw new RpcException(
          StatusCode.INTERNAL, "cannot encode the message: " + e.getMessage(), Executed.NO);
    } finally {
      if (!sound) {
        body.close(); // Also when the heap is full, which is no Exception.
      }
    }
  }

  /** A message for the application; the body becomes the application's, or is closed here. */
  @SuppressWarnings("unchecked") // T is Body if the codec is BodyCodec.
  static <T> T fromBody(Codec<T> codec, Body body) {
    if (codec == BodyCodec.INSTANCE) {
      return (T) body;
    }
    try (body) {
      return codec.decode(body.segment().asReadOnly());
    } catch (Exception e) {
      throw new RpcException(
          StatusCode.INTERNAL, "cannot decode the message: " + e.getMessage(), Executed.YES);
    }
  }

  /**
   * The heap serves as well if there is no registered memory at this moment: the stream then makes
   * the copy that was to be saved, when the peer wants the message.
   */
  private static Body memory(long bytes, Link link) {
    BodyPool pool = link.session().bodies();
    if (bytes > Body.MOST_ARRAY_BYTES || bytes > pool.config().sendBytes()) {
      return link.allocate(bytes);
    }
    Optional<Body> registered = pool.allocateToSend(bytes);
    return registered.isPresent() ? registered.get() : Body.onHeap((int) bytes);
  }
}
