// SPDX-License-Identifier: Apache-2.0
package io.sennit.roce.udp.os;

/** The processors whose system call numbers and struct layouts are known. */
enum Processor {
  X86_64,
  AARCH64,
  UNKNOWN;

  static final Processor CURRENT = named(System.getProperty("os.arch", ""));

  private static Processor named(String name) {
    return switch (name) {
      case "amd64", "x86_64" -> X86_64;
      case "aarch64", "arm64" -> AARCH64;
      default -> UNKNOWN;
    };
  }
}
