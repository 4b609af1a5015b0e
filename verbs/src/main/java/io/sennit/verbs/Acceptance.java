// SPDX-License-Identifier: Apache-2.0
package io.sennit.verbs;

/** The accepting half of a rendezvous; immutable. */
public final class Acceptance {
  private final ProtectionDomain domain;
  private final byte[] answer;

  /**
   * @param domain ready to use
   * @param answer bytes for the inviting side, at most 1,024
   */
  public Acceptance(ProtectionDomain domain, byte[] answer) {
    this.domain = domain;
    this.answer = answer.clone();
  }

  /** Ready to use; the caller owns it. */
  public ProtectionDomain domain() {
    return domain;
  }

  /** Bytes for the inviting side. */
  public byte[] answer() {
    return answer.clone();
  }
}
