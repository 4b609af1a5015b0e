// SPDX-License-Identifier: Apache-2.0
package io.sennit.system.attacks;

import io.grpc.MethodDescriptor;
import io.grpc.MethodDescriptor.MethodType;
import io.sennit.rpc.Body;
import io.sennit.rpc.Codec;
import io.sennit.rpc.Method;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;

/** What the {@link Victim} serves, in both faces. */
final class Methods {
  static final Method<Body, Body> ECHO = Method.raw("attacks.Victim/Echo");

  /** Messages of a size until the client has enough; the request is that size, as text. */
  static final Method<String, Body> PUSH =
      Method.of("attacks.Victim/Push", Codec.utf8(), Codec.body());

  /** Is never answered. */
  static final Method<String, String> HOLD =
      Method.of("attacks.Victim/Hold", Codec.utf8(), Codec.utf8());

  /** Fills the heap for some milliseconds, again and again; the request is how many, as text. */
  static final Method<String, String> FILL =
      Method.of("attacks.Victim/Fill", Codec.utf8(), Codec.utf8());

  static final String GRPC_SERVICE = "attacks.GrpcVictim";

  static final MethodDescriptor<byte[], byte[]> GRPC_ECHO = grpc("Echo", MethodType.UNARY);

  /** As {@link #PUSH}; the request is the size in four bytes. */
  static final MethodDescriptor<byte[], byte[]> GRPC_PUSH =
      grpc("Push", MethodType.SERVER_STREAMING);

  private Methods() {}

  private static MethodDescriptor<byte[], byte[]> grpc(String name, MethodType type) {
    return MethodDescriptor.newBuilder(new Bytes(), new Bytes())
        .setType(type)
        .setFullMethodName(MethodDescriptor.generateFullMethodName(GRPC_SERVICE, name))
        .build();
  }

  static byte[] ofSize(int bytes) {
    return ByteBuffer.allocate(Integer.BYTES).putInt(bytes).array();
  }

  static int sizeOf(byte[] request) {
    return ByteBuffer.wrap(request).getInt();
  }

  /** Messages that are bytes. */
  private static final class Bytes implements MethodDescriptor.Marshaller<byte[]> {
    @Override
    public InputStream stream(byte[] value) {
      return new ByteArrayInputStream(value);
    }

    @Override
    public byte[] parse(InputStream stream) {
      try {
        return stream.readAllBytes();
      } catch (IOException e) {
        throw new UncheckedIOException("a message cannot be read", e);
      }
    }
  }
}
