// SPDX-License-Identifier: Apache-2.0
package io.sennit.benchmarks.harness;

import io.sennit.tools.spi.CommandException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Both ends of a program, in a process each. Confined to one thread. */
final class Pair implements AutoCloseable {
  private static final int ANSWER_SECONDS = 60;

  /** An end may fail a little before the other one's end can be seen. */
  private static final Duration DYING = Duration.ofMillis(500);

  private final Place place;
  private final WorkerProcess near;
  private final WorkerProcess far;
  private final Set<String> connected = new HashSet<>();

  Pair(String bench, String program, Place place) {
    this.place = place;
    near = new WorkerProcess(bench, program, Role.NEAR, place);
    far = new WorkerProcess(bench, program, Role.FAR, place);
  }

  /** One round of work; what both ends measured. */
  Map<String, Double> round(String setup, String workload, long nanos) throws InterruptedException {
    return watched(() -> {
      connect(setup);
      far.tell(Order.serve(setup, workload));
      place.begin(workload, nanos);
      near.tell(Order.run(setup, workload, nanos));
      Map<String, Double> figures =
          new HashMap<>(near.reply(far, ANSWER_SECONDS).figures());
      place.end();
      far.tell(Order.stop());
      figures.putAll(far.reply(near, ANSWER_SECONDS).figures());
      return figures;
    });
  }

  private void connect(String setup) throws InterruptedException {
    if (!connected.add(setup)) {
      return;
    }
    WorkerProcess turn = near;
    String said = hear(turn, setup, "");
    while (!said.isEmpty()) {
      turn = turn == near ? far : near;
      said = hear(turn, setup, said);
    }
  }

  private String hear(WorkerProcess end, String setup, String text) throws InterruptedException {
    end.tell(Order.hear(setup, text));
    return end.reply(end == near ? far : near, ANSWER_SECONDS).text();
  }

  /** Both ends record where their time goes, until {@link #keepRecording}. */
  void startRecording() throws InterruptedException {
    watched(() -> {
      near.tell(Order.startRecording());
      far.tell(Order.startRecording());
      near.reply(far, ANSWER_SECONDS);
      return far.reply(near, ANSWER_SECONDS);
    });
  }

  /** Writes both recordings. */
  void keepRecording(Path ofNear, Path ofFar) throws InterruptedException {
    watched(() -> {
      near.tell(Order.keepRecording(ofNear.toString()));
      far.tell(Order.keepRecording(ofFar.toString()));
      near.reply(far, ANSWER_SECONDS);
      return far.reply(near, ANSWER_SECONDS);
    });
  }

  private interface Dialogue<T> {
    T speak() throws InterruptedException;
  }

  /** If one end has ended, that is what went wrong, whatever the other one says of it. */
  private <T> T watched(Dialogue<T> dialogue) throws InterruptedException {
    try {
      return dialogue.speak();
    } catch (CommandException e) {
      Optional<CommandException> end = far.end(DYING);
      throw end.isPresent() ? end.get() : near.end(DYING).orElse(e);
    }
  }

  @Override
  public void close() {
    near.close();
    far.close();
  }
}
