// SPDX-License-Identifier: Apache-2.0
package io.sennit.examples.blobs;

import io.sennit.tools.spi.Printable;
import java.io.IOException;

/** A name that is malformed or would leave the served directory. */
final class InvalidBlobNameException extends IOException {
  private static final long serialVersionUID = 1L;

  InvalidBlobNameException(String name, String reason) {
    super("the name '" + Printable.text(name) + "' is refused: " + reason);
  }
}
