// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc.session;

import java.io.Serial;

/**
 * A target or an option that somebody wrote and that cannot be used. Its message is a sentence for
 * that person, without a full stop: what was written, what is wrong with it, what to write instead.
 */
public final class RefusedOptionException extends IllegalArgumentException {
  @Serial
  private static final long serialVersionUID = 1;

  RefusedOptionException(String sentence) {
    super(sentence);
  }

  RefusedOptionException(String sentence, Throwable cause) {
    super(sentence, cause);
  }
}
