// SPDX-License-Identifier: Apache-2.0
package io.sennit.examples.blobs;

import io.grpc.Grpc;
import io.grpc.InsecureChannelCredentials;
import io.grpc.ManagedChannel;
import io.grpc.Status;
import io.grpc.StatusException;
import io.grpc.StatusRuntimeException;
import io.sennit.tools.spi.CommandException;
import java.io.IOException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Runs one operation of a command against a server and explains every failure in a sentence. */
final class Remote {
  private static final BlobsClient.Options OPTIONS = BlobsClient.Options.interactive();
  private static final int CLOSE_SECONDS = 2;

  private Remote() {}

  /** What a command does with its client. */
  interface Operation<T> {
    T run(BlobsClient client)
        throws IOException, StatusException, InterruptedException, TimeoutException;
  }

  /**
   * Connects, runs the operation, disconnects.
   *
   * @param what for the sentence, such as {@code "get 'x' from localhost:7470"}
   */
  static <T> T call(HostPort server, String what, Operation<T> operation) {
    ManagedChannel channel = Grpc.newChannelBuilder(
            "sennit:///" + server, InsecureChannelCredentials.create())
        .build();
    try {
      return operation.run(new BlobsClient(channel, OPTIONS));
    } catch (StatusException e) {
      throw failure(what, e.getStatus(), e);
    } catch (StatusRuntimeException e) {
      throw failure(what, e.getStatus(), e);
    } catch (IOException e) {
      throw new CommandException("Cannot " + what + ": " + e.getMessage() + ".", e);
    } catch (TimeoutException e) {
      throw new CommandException(
          "Cannot " + what + ": no progress for " + OPTIONS.stallSeconds() + " s; try again.", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new CommandException("Interrupted: did not " + what + ".", e);
    } finally {
      close(channel);
    }
  }

  private static CommandException failure(String what, Status status, Exception cause) {
    String why = status.getDescription() == null ? "no reason given" : status.getDescription();
    return new CommandException(
        "Cannot " + what + ": " + why + " (" + status.getCode() + ").", cause);
  }

  private static void close(ManagedChannel channel) {
    channel.shutdownNow();
    try {
      channel.awaitTermination(CLOSE_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
