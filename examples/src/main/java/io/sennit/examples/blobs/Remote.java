// SPDX-License-Identifier: Apache-2.0
package io.sennit.examples.blobs;

import io.grpc.Grpc;
import io.grpc.InsecureChannelCredentials;
import io.grpc.ManagedChannel;
import io.grpc.Status;
import io.grpc.StatusException;
import io.grpc.StatusRuntimeException;
import io.sennit.tools.spi.CommandException;
import io.sennit.tools.spi.TargetArgument;
import java.io.IOException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Runs one operation of a command against a server and explains every failure in a sentence. */
final class Remote {
  private static final BlobsClient.Options OPTIONS = BlobsClient.Options.interactive();
  private static final int CLOSE_SECONDS = 2;

  /** Describes the first argument of each command. */
  static final String SERVER =
      "The server: HOST:PORT, or sennit:///HOST:PORT?OPTION=VALUE; see SETTINGS.md.";

  /** A person waits, so for less long than a program does, unless somebody says how long. */
  private static final String PATIENCE = "4s";

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
  static <T> T call(TargetArgument server, String what, Operation<T> operation) {
    ManagedChannel channel = Grpc.newChannelBuilder(
            server.forGrpc("connectTimeout", PATIENCE), InsecureChannelCredentials.create())
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
    return new CommandException(
        "Cannot " + what + ": " + reason(status) + " (" + status.getCode() + ").", cause);
  }

  private static String reason(Status status) {
    String said = status.getDescription() == null ? "no reason given" : status.getDescription();
    return switch (status.getCode()) {
      case DEADLINE_EXCEEDED ->
        "no answer within " + OPTIONS.callSeconds() + " s; try again when the server is less busy";
      case NOT_FOUND -> said + ", or see what there is with 'blobs ls'";
      default -> said;
    };
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
