// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc;

/**
 * What can be called: a name and how its messages travel. Whether one or many messages go each way
 * is decided by how it is called and handled. Immutable; both sides may make their own.
 *
 * @param name {@code package.Service/Method}, as gRPC writes it: printable ASCII, at most 255 bytes
 * @param requests from client to server
 * @param responses from server to client
 */
public record Method<Q, R>(String name, Codec<Q> requests, Codec<R> responses) {
  private static final int MAX_NAME_BYTES = 255;

  public Method {
    boolean printable = name.chars().allMatch(c -> c > ' ' && c < 0x7f);
    if (name.length() > MAX_NAME_BYTES || !printable) {
      throw new IllegalArgumentException("a method's name has at most " + MAX_NAME_BYTES
          + " printable ASCII characters, without spaces: '" + name + "'");
    }
    int slash = name.lastIndexOf('/');
    if (slash < 1 || slash == name.length() - 1) {
      throw new IllegalArgumentException(
          "a method's name is package.Service/Method, not '" + name + "'");
    }
  }

  /** A method with codecs. */
  public static <Q, R> Method<Q, R> of(String name, Codec<Q> requests, Codec<R> responses) {
    return new Method<>(name, requests, responses);
  }

  /** A method whose messages are bodies: nothing is encoded, nothing is copied. */
  public static Method<Body, Body> raw(String name) {
    return new Method<>(name, Codec.body(), Codec.body());
  }
}
