// SPDX-License-Identifier: Apache-2.0
package io.sennit.roce.udp.pcap;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;

/**
 * Where a capture goes: {@code FILE} or {@code FILE;maxBytes=N}. In the name {@code %p} stands for
 * the process id; the second and further event loops of a process add {@code .2}, {@code .3}.
 *
 * @param file of the process' first event loop
 * @param maxBytes how long the file may become, default 64 MiB
 */
record CaptureSpec(Path file, long maxBytes) {
  private static final long STANDARD_MAX_BYTES = 64L << 20;
  private static final String MAX_BYTES = "maxBytes=";

  /** @throws IllegalArgumentException whose message goes on after "it" */
  static CaptureSpec parse(String text, long processId) {
    int semicolon = text.indexOf(';');
    String name = semicolon < 0 ? text : text.substring(0, semicolon);
    if (name.isBlank()) {
      throw new IllegalArgumentException("must name a file: FILE or FILE;maxBytes=N");
    }
    long maxBytes = semicolon < 0 ? STANDARD_MAX_BYTES : maxBytes(text.substring(semicolon + 1));
    try {
      return new CaptureSpec(
          Path.of(name.strip().replace("%p", Long.toString(processId))), maxBytes);
    } catch (InvalidPathException e) {
      throw new IllegalArgumentException("must name a file, which " + name + " cannot be", e);
    }
  }

  private static long maxBytes(String text) {
    String value = text.strip();
    if (!value.startsWith(MAX_BYTES)
        || !value.substring(MAX_BYTES.length()).matches("[0-9]{1,15}")) {
      throw new IllegalArgumentException("must be FILE or FILE;maxBytes=N, not ..;" + value);
    }
    return Long.parseLong(value.substring(MAX_BYTES.length()));
  }

  /** The file of an event loop, counted from 1. */
  Path file(int loop) {
    return loop == 1 ? file : file.resolveSibling(file.getFileName() + "." + loop);
  }
}
