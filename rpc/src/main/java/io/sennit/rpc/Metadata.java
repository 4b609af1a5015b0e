// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Ordered key-value pairs that travel before, or with the end of, a stream of messages. Immutable.
 *
 * <p>gRPC's rules: keys are lower-case letters, digits, {@code _ - .}; a key that ends in
 * {@code -bin} has any bytes as its value, any other printable ASCII. A key may occur several
 * times. Values travel as they are, binary ones too.
 */
public final class Metadata {
  /** No pairs. */
  public static final Metadata EMPTY = new Metadata(new byte[0][]);

  /** Longest key, in bytes. */
  public static final int MAX_KEY_BYTES = 255;

  /** What each pair costs besides its bytes. */
  private static final int PAIR_OVERHEAD_BYTES = 5;

  private final byte[][] pairs;

  private Metadata(byte[][] pairs) {
    this.pairs = pairs;
  }

  /** Begins an empty set of pairs. */
  public static Builder builder() {
    return new Builder();
  }

  /**
   * Takes alternating keys and values, as gRPC's transports exchange them. The inner arrays are not
   * copied and must not be changed any more.
   *
   * @throws IllegalArgumentException if a key or a value breaks the rules, or a value is missing
   */
  public static Metadata ofPairs(byte[][] keysAndValues) {
    if (keysAndValues.length % 2 != 0) {
      throw new IllegalArgumentException("a key without a value: " + keysAndValues.length);
    }
    for (int i = 0; i < keysAndValues.length; i += 2) {
      MetadataRules.check(keysAndValues[i], keysAndValues[i + 1]);
    }
    return keysAndValues.length == 0 ? EMPTY : new Metadata(keysAndValues.clone());
  }

  /**
   * Alternating keys and values; the inner arrays are this object's own and must not be changed.
   */
  public byte[][] toPairs() {
    return pairs.clone();
  }

  /** How many pairs. */
  public int size() {
    return pairs.length / 2;
  }

  public boolean isEmpty() {
    return pairs.length == 0;
  }

  /** The key of a pair, as ASCII bytes; not to be changed. */
  public byte[] keyBytes(int index) {
    return pairs[2 * index];
  }

  /** The value of a pair; not to be changed. */
  public byte[] valueBytes(int index) {
    return pairs[2 * index + 1];
  }

  /** The first value of a text key. */
  public Optional<String> text(String key) {
    return binary(key).map(value -> new String(value, StandardCharsets.US_ASCII));
  }

  /** The first value of a key, as a copy. */
  public Optional<byte[]> binary(String key) {
    byte[] wanted = MetadataRules.keyBytes(key);
    for (int i = 0; i < pairs.length; i += 2) {
      if (Arrays.equals(pairs[i], wanted)) {
        return Optional.of(pairs[i + 1].clone());
      }
    }
    return Optional.empty();
  }

  /** Bytes on the wire: keys, values and five for each pair. */
  public long encodedBytes() {
    long bytes = (long) size() * PAIR_OVERHEAD_BYTES;
    for (byte[] part : pairs) {
      bytes += part.length;
    }
    return bytes;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Metadata that && Arrays.deepEquals(pairs, that.pairs);
  }

  @Override
  public int hashCode() {
    return Arrays.deepHashCode(pairs);
  }

  /** Keys and the lengths of values: values may be secrets. */
  @Override
  public String toString() {
    List<String> shown = new ArrayList<>();
    for (int i = 0; i < pairs.length; i += 2) {
      String key = new String(pairs[i], StandardCharsets.US_ASCII);
      shown.add(String.format(Locale.ROOT, "%s[%d]", key, pairs[i + 1].length));
    }
    return shown.toString();
  }

  /** Collects pairs; confined to one thread. */
  public static final class Builder {
    private final List<byte[]> pairs = new ArrayList<>();

    private Builder() {}

    /** Adds a text pair; the key does not end in {@code -bin}. */
    public Builder add(String key, String value) {
      if (key.endsWith(MetadataRules.BINARY_SUFFIX)) {
        throw new IllegalArgumentException(key + " is binary: give bytes");
      }
      return put(key, value.getBytes(StandardCharsets.UTF_8));
    }

    /** Adds a binary pair; the key ends in {@code -bin}. The value is copied. */
    public Builder add(String key, byte[] value) {
      if (!key.endsWith(MetadataRules.BINARY_SUFFIX)) {
        throw new IllegalArgumentException(key + " does not end in -bin: give text");
      }
      return put(key, value.clone());
    }

    /** The pairs added so far. */
    public Metadata build() {
      return pairs.isEmpty() ? EMPTY : new Metadata(pairs.toArray(byte[][]::new));
    }

    private Builder put(String key, byte[] value) {
      byte[] keyBytes = MetadataRules.keyBytes(key);
      MetadataRules.check(keyBytes, value);
      pairs.add(keyBytes);
      pairs.add(value);
      return this;
    }
  }
}
