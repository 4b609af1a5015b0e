// SPDX-License-Identifier: Apache-2.0
package io.sennit.multipath;

/** Who may use the last slots and credits. */
public enum Lane {
  /** Everything that begins or feeds work. */
  NORMAL,
  /**
   * What ends work or frees something (CANCEL, CREDIT, GOAWAY): has slots and credits in reserve.
   */
  CONTROL
}
