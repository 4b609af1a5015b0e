// SPDX-License-Identifier: Apache-2.0
package io.sennit.grpc;

import io.grpc.MethodDescriptor;
import io.grpc.MethodDescriptor.MethodType;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;

/** Methods whose messages are plain bytes. */
final class TestMethods {
  static final String SERVICE = "sennit.Test";
  static final MethodDescriptor<byte[], byte[]> UNARY = method(MethodType.UNARY, "Unary");
  static final MethodDescriptor<byte[], byte[]> UPLOAD =
      method(MethodType.CLIENT_STREAMING, "Upload");
  static final MethodDescriptor<byte[], byte[]> DOWNLOAD =
      method(MethodType.SERVER_STREAMING, "Download");
  static final MethodDescriptor<byte[], byte[]> CHAT = method(MethodType.BIDI_STREAMING, "Chat");

  private TestMethods() {}

  private static MethodDescriptor<byte[], byte[]> method(MethodType type, String name) {
    return MethodDescriptor.newBuilder(new Bytes(), new Bytes())
        .setType(type)
        .setFullMethodName(MethodDescriptor.generateFullMethodName(SERVICE, name))
        .build();
  }

  private static final class Bytes implements MethodDescriptor.Marshaller<byte[]> {
    @Override
    public InputStream stream(byte[] value) {
      return new ByteArrayInputStream(value);
    }

    @Override
    public byte[] parse(InputStream stream) {
      try (stream) {
        return stream.readAllBytes();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }
}
