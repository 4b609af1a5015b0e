// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc.stream;

import io.sennit.rpc.Executed;
import io.sennit.rpc.StatusCode;

/** A STATUS on its way in. */
final class StatusAssembly extends BlockAssembly {
  private final StatusCode code;
  private final boolean notExecuted;

  StatusAssembly(int number, boolean notExecuted, int textBytes, int blockBytes) {
    super(Wire.STATUS, textBytes, blockBytes);
    // A later version may know more codes; gRPC maps unknown ones to UNKNOWN.
    code = StatusCode.of(number).orElse(StatusCode.UNKNOWN);
    this.notExecuted = notExecuted;
  }

  StreamEnd toEnd() {
    Executed executed = notExecuted ? Executed.NO : Executed.YES;
    return new StreamEnd(code, text(), metadata(), executed, false);
  }
}
