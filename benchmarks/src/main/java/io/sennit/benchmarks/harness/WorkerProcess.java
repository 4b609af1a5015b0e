// SPDX-License-Identifier: Apache-2.0
package io.sennit.benchmarks.harness;

import com.google.gson.Gson;
import io.sennit.benchmarks.process.ChildProcess;
import io.sennit.tools.spi.CommandException;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** A process that obeys orders; replies come in the order of the orders. Confined to one thread. */
final class WorkerProcess implements AutoCloseable {
  private static final Gson GSON = new Gson();
  private static final int GLANCES_PER_SECOND = 5;

  private final String name;
  private final Replies replies = new Replies();
  private final ChildProcess process;

  /** Starts one end of a program of a benchmark. */
  WorkerProcess(String bench, String program, Role role, Place place) {
    String end = role.name().toLowerCase(Locale.ROOT);
    name = "The " + end + " end of " + program;
    process = ChildProcess.start(
        name,
        place.prefix(program, role),
        List.of("bench-worker", "--bench=" + bench, "--program=" + program, "--end=" + end),
        replies);
  }

  /** Gives an order; {@link #reply} waits for the answer. */
  void tell(Order order) {
    process.say(GSON.toJson(order));
  }

  /**
   * The next reply that has not been asked for.
   *
   * @param other the end without which there will be none
   */
  Reply reply(WorkerProcess other, int seconds) throws InterruptedException {
    Reply reply = null;
    for (int glance = 0; reply == null; glance++) {
      if (glance == seconds * GLANCES_PER_SECOND) {
        throw process.tooSlow(seconds);
      }
      reply = replies.came.poll(1000 / GLANCES_PER_SECOND, TimeUnit.MILLISECONDS);
      if (reply == null && other.end(Duration.ZERO).isPresent()) {
        throw process.tooEarly(new IllegalStateException("the other end has ended"));
      }
    }
    if (reply.equals(Replies.SILENCE)) {
      replies.came.add(reply);
      throw process.tooEarly(new IllegalStateException("its output ended"));
    }
    if (!reply.failure().isEmpty()) {
      throw new CommandException(name + " failed: " + reply.failure() + "; run again with -v.");
    }
    return reply;
  }

  /** A sentence if it has ended in the middle or does so soon. */
  Optional<CommandException> end(Duration patience) throws InterruptedException {
    return process
        .exitStatus(patience)
        .map(status -> new CommandException(
            name + " ended in the middle (exit status " + status + "); run the benchmark again."));
  }

  @Override
  public void close() {
    process.close();
  }

  /** Filled by the thread that reads. */
  private static final class Replies implements ChildProcess.Listener {
    static final Reply SILENCE = Reply.text("it says nothing more");

    private final BlockingQueue<Reply> came = new LinkedBlockingQueue<>();

    @Override
    public void said(String line) {
      came.add(GSON.fromJson(line, Reply.class));
    }

    @Override
    public void fellSilent(Exception why) {
      came.add(SILENCE);
    }
  }
}
