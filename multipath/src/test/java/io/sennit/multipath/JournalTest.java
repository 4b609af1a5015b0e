// SPDX-License-Identifier: Apache-2.0
package io.sennit.multipath;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Every decision of a braid can be read from a flight recording, and nothing else is in it. */
final class JournalTest {
  private static final List<String> KINDS =
      List.of("PathState", "Hedge", "Quarantine", "Fence", "Rebuild");

  @TempDir
  Path directory;

  @Test
  void lifeAndDeathOfAPathAreRecordedAsTheyHappened() throws IOException {
    Recorded recorded = record();
    for (Side side : List.of(recorded.pair.near, recorded.pair.far)) {
      for (PathSnapshot path : side.braid.snapshot().paths()) {
        assertEquals(changes(path), recorded.changes(side, path), path::toString);
      }
    }
    List<String> second = recorded.changes(recorded.pair.near, recorded.pair.near.path(1));
    assertEquals("CONNECTING to CONNECTING in 1", second.getFirst(), second::toString);
    assertTrue(second.contains("SUSPECT to DOWN in 1"), second::toString);
    assertTrue(second.contains("PROVING to GOOD in 2"), second::toString);
  }

  @Test
  void whatWasDoneAboutItIsRecordedAsItWasCounted() throws IOException {
    Recorded recorded = record();
    for (Side side : List.of(recorded.pair.near, recorded.pair.far)) {
      Side other = side == recorded.pair.near ? recorded.pair.far : recorded.pair.near;
      long fences = side.count(Counter.FENCES_SENT);
      assertEquals(fences, recorded.fences(side, FrameType.FENCE, false), "fences sent");
      assertEquals(fences, recorded.fences(other, FrameType.FENCE, true), "fences received");
      long answers = side.count(Counter.FENCES_ANSWERED);
      assertEquals(answers, recorded.fences(side, FrameType.FENCE_ACK, false), "answers sent");
      assertEquals(answers, recorded.fences(other, FrameType.FENCE_ACK, true), "received");
    }
    Side near = recorded.pair.near;
    assertTrue(near.count(Counter.FENCES_SENT) > 0, near.braid::toString);
    assertTrue(sum(recorded.of(near, "Quarantine")) > 0, "bytes quarantined");
    assertEquals(near.path(1).rebuilds(), recorded.of(near, "Rebuild").size(), "rebuilds");
    long hedged = sum(recorded.of(near, "Hedge"));
    long posted = near.count(Counter.HEDGED_BYTES);
    assertTrue(posted > 0 && posted <= hedged, posted + " hedged, recorded " + hedged);
  }

  private static long sum(List<RecordedEvent> events) {
    return events.stream().mapToLong(event -> event.getLong("bytes")).sum();
  }

  /** A read over four paths, of which the second falls silent for a while. */
  private Recorded record() throws IOException {
    Path file = directory.resolve("braid.jfr");
    try (Recording recording = new Recording()) {
      KINDS.forEach(kind -> recording.enable("io.sennit." + kind));
      recording.start();
      Roads roads = Roads.four(21);
      roads.read(8 << 20).finish(Roads.SECOND);
      Roads.Reading reading = roads.read(8 << 20);
      roads.pass(5 * Roads.MILLI);
      roads.path(2).blackHole();
      reading.finish(Roads.SECOND);
      roads.path(2).release();
      assertTrue(roads.pair.run(roads.pair::allGood, 2 * Roads.SECOND), roads.pair::toString);
      recording.stop();
      recording.dump(file);
      List<RecordedEvent> events = RecordingFile.readAllEvents(file);
      Recorded recorded = new Recorded(roads.pair, events);
      assertTrue(events.stream().allMatch(Recorded::ofThisSession), events::toString);
      return recorded;
    }
  }

  /** What a path says of itself: what came before the first change is in none. */
  private static List<String> changes(PathSnapshot path) {
    List<String> told = new ArrayList<>();
    StrandState before = StrandState.CONNECTING;
    for (PathChange change : path.changes()) {
      told.add(before + " to " + change.state() + " in " + change.epoch());
      before = change.state();
    }
    return told;
  }

  /** Two braids, and what was recorded of both. */
  private record Recorded(BraidPair pair, List<RecordedEvent> events) {
    static boolean ofThisSession(RecordedEvent event) {
      return event.getString("session").equals("4d") && event.getInt("generation") == 3;
    }

    List<RecordedEvent> of(Side side, String kind) {
      return events.stream()
          .filter(event -> event.getBoolean("opener") == (side == pair.near))
          .filter(event -> event.getEventType().getName().equals("io.sennit." + kind))
          .toList();
    }

    List<String> changes(Side side, PathSnapshot path) {
      return of(side, "PathState").stream()
          .filter(event -> event.getString("path").equals(path.label()))
          .map(event -> event.getString("from") + " to " + event.getString("to") + " in "
              + event.getLong("epoch"))
          .toList();
    }

    long fences(Side side, FrameType frame, boolean received) {
      return of(side, "Fence").stream()
          .filter(event -> event.getString("frame").equals(frame.name()))
          .filter(event -> event.getBoolean("received") == received)
          .count();
    }
  }
}
