// SPDX-License-Identifier: Apache-2.0
package io.sennit.roce.cm;

/** Which message a rejection or a receipt is about. */
enum Subject {
  REQUEST(0),
  REPLY(1),
  OTHER(2);

  private final int code;

  Subject(int code) {
    this.code = code;
  }

  int code() {
    return code;
  }

  /** The subject of two bits; the code that is not used counts as any other. */
  static Subject of(int code) {
    return switch (code) {
      case 0 -> REQUEST;
      case 1 -> REPLY;
      default -> OTHER;
    };
  }
}
