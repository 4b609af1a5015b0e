// SPDX-License-Identifier: Apache-2.0
package io.sennit.verbs;

/** Registered memory could not be had; the message says which limit and how to raise it. */
public final class OutOfRegisteredMemoryException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public OutOfRegisteredMemoryException(String message) {
    super(message);
  }
}
