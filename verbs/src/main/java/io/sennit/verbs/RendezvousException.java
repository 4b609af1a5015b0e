// SPDX-License-Identifier: Apache-2.0
package io.sennit.verbs;

/** Two processes could not come together over this provider; the message says why. */
public final class RendezvousException extends Exception {
  private static final long serialVersionUID = 1L;

  public RendezvousException(String message) {
    super(message);
  }

  public RendezvousException(String message, Throwable cause) {
    super(message, cause);
  }
}
