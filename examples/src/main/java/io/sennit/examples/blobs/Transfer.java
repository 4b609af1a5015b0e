// SPDX-License-Identifier: Apache-2.0
package io.sennit.examples.blobs;

import io.grpc.Status;
import io.grpc.StatusException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.TimeoutException;

/** One file on its way, with a bar, as {@code get} and {@code put} show it and explain its end. */
interface Transfer {
  long run(Progress progress)
      throws IOException, StatusException, InterruptedException, TimeoutException;

  /**
   * Runs it.
   *
   * @param label for the bar
   * @param local the user's own file, which an {@link IOException} is about
   */
  static long show(String label, Path local, Transfer transfer)
      throws IOException, StatusException, InterruptedException, TimeoutException {
    try (TransferBar bar = TransferBar.show(label)) {
      try {
        return transfer.run(bar);
      } catch (StatusException e) {
        boolean begun = bar.doneBytes() > 0 && e.getStatus().getCode() == Status.Code.UNAVAILABLE;
        throw begun ? inTheMiddle(e, bar.doneBytes()) : e;
      }
    } catch (IOException e) {
      throw new IOException(FileFailure.sentence(local, e), e);
    }
  }

  private static StatusException inTheMiddle(StatusException end, long doneBytes) {
    Status status = end.getStatus();
    String what = status.getDescription() == null ? "the call ended" : status.getDescription();
    String where = String.format("after %,d bytes", doneBytes);
    return status
        .withDescription(what + ", " + where + "; nothing of them is kept, so try again")
        .withCause(end)
        .asException();
  }
}
