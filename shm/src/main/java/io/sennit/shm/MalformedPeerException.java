// SPDX-License-Identifier: Apache-2.0
package io.sennit.shm;

/** The peer wrote what a correct peer never writes. Made once per session: it ends it. */
final class MalformedPeerException extends Exception {
  private static final long serialVersionUID = 1L;

  private final String what;

  MalformedPeerException(String what) {
    super("the peer's shared memory is malformed: " + what);
    this.what = what;
  }

  String reason() {
    return "the peer's shared memory is malformed: " + what;
  }
}
