// SPDX-License-Identifier: Apache-2.0
package io.sennit.multipath;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Whether the session has failed, and the first cause; what follows from it is not a cause. */
final class Failure {
  private static final Logger LOG = LoggerFactory.getLogger(Failure.class);

  private String cause = "";
  private boolean failed;

  void set(String newCause) {
    if (failed) {
      LOG.debug("after the session failed: {}", newCause);
      return;
    }
    failed = true;
    cause = newCause;
    LOG.debug("session fails: {}", newCause);
  }

  boolean failed() {
    return failed;
  }

  String cause() {
    return cause;
  }
}
