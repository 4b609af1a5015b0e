// SPDX-License-Identifier: Apache-2.0
package io.sennit.multipath;

/**
 * Memory that the peer may READ, once; it must not change meanwhile. Ends when the peer says that
 * every copy of its READ has ended, or declines it, or with the session.
 */
final class Loan extends Lease {
  Loan(int index) {
    super(index);
  }
}
