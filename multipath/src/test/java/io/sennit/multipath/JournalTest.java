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

/** Every decision of a braid can be read from a flight recording. */
final class JournalTest {
  @TempDir
  Path directory;

  @Test
  void lifeAndDeathOfAPathAreRecorded() throws IOException {
    List<RecordedEvent> events = record(() -> {
      Roads roads = Roads.four(21);
      roads.read(8 << 20).finish(Roads.SECOND);
      Roads.Reading reading = roads.read(8 << 20);
      roads.pass(5 * Roads.MILLI);
      roads.path(2).blackHole();
      reading.finish(Roads.SECOND);
      roads.path(2).release();
      assertTrue(roads.pair.run(roads.pair::allGood, 2 * Roads.SECOND), roads.pair::toString);
      roads.closeAndCheck();
    });
    assertEquals(
        List.of(
            "CONNECTING",
            "PROVING",
            "GOOD",
            "SUSPECT",
            "DOWN",
            "REBUILDING",
            "CONNECTING",
            "PROVING",
            "GOOD"),
        nearStates(events).subList(0, 9),
        events::toString);
    for (String name : List.of("Hedge", "Quarantine", "Fence", "Rebuild")) {
      assertTrue(
          events.stream()
              .anyMatch(event -> event.getEventType().getName().equals("sennit." + name)),
          () -> "no " + name + " in " + events);
    }
  }

  private List<RecordedEvent> record(Runnable story) throws IOException {
    Path file = directory.resolve("braid.jfr");
    try (Recording recording = new Recording()) {
      recording.enable("sennit.PathState");
      recording.enable("sennit.Hedge");
      recording.enable("sennit.Quarantine");
      recording.enable("sennit.Fence");
      recording.enable("sennit.Rebuild");
      recording.start();
      story.run();
      recording.stop();
      recording.dump(file);
    }
    return RecordingFile.readAllEvents(file);
  }

  /** States of path 2 on the near side, the opener's. */
  private static List<String> nearStates(List<RecordedEvent> events) {
    List<String> states = new ArrayList<>();
    for (RecordedEvent event : events) {
      boolean state = event.getEventType().getName().equals("sennit.PathState");
      if (state && event.getString("path").equals("0-0/2") && event.getBoolean("opener")) {
        states.add(event.getString("state"));
      }
    }
    return states;
  }
}
