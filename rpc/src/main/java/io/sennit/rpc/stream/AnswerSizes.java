// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc.stream;

import java.util.HashMap;
import java.util.Map;

/**
 * How long the last answer of each method was, if it was long: so much is granted with the next
 * call, and the server need not wait for its answer to be fetched. Confined to one thread.
 */
final class AnswerSizes {
  /** Methods remembered; the answers of others are fetched. */
  static final int MAX_METHODS = 1024;

  private final int eagerBytes;
  private final Map<String, Size> longOnes = new HashMap<>();

  AnswerSizes(int eagerBytes) {
    this.eagerBytes = eagerBytes;
  }

  private static final class Size {
    private long bytes;
  }

  /** 0 if it was short, or is not known. */
  long lastBytes(String method) {
    Size last = longOnes.get(method);
    return last == null ? 0 : last.bytes;
  }

  /** An answer came; of several, the first. */
  void learn(String method, long bytes) {
    Size last = longOnes.get(method);
    if (last != null) {
      last.bytes = bytes > eagerBytes ? bytes : 0;
    } else if (bytes > eagerBytes && longOnes.size() < MAX_METHODS) {
      Size first = new Size();
      first.bytes = bytes;
      longOnes.put(method, first);
    }
  }
}
