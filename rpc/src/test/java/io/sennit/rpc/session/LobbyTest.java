// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

final class LobbyTest {
  private static final int PLACES = 4;
  private static final long PATIENCE = 1_000;

  private final Lobby<Person> lobby = new Lobby<>(PLACES, PATIENCE);
  private long nowNanos;

  @Test
  void newcomerTakesTheRoomOfWhoHasBeenSilentForLongest() {
    List<Person> silent = arrive("mallory", 3 * PLACES);
    Person honest = arrive("alice");
    lobby.enter(honest, nowNanos);
    assertEquals("placed", honest.state);
    assertEquals(
        2 * PLACES + 1, silent.stream().filter(each -> each.isLeaving()).count());
    assertTrue(silent.getFirst().isLeaving(), "the oldest stays");
    assertFalse(silent.getLast().isLeaving(), "the newest goes");
    assertEquals(PLACES, lobby.size());
  }

  @Test
  void silentOnesOfTheMostFrequentSourceGoFirst() {
    Person slow = arrive("alice");
    arrive("mallory", PLACES + 2);
    assertEquals("silent", slow.state);
    lobby.enter(slow, nowNanos);
    assertEquals("placed", slow.state);
  }

  @Test
  void lineIsAsLongAsThereArePlacesAndTheMostFrequentSourceIsRefused() {
    fill("mallory");
    List<Person> line = enter("mallory", PLACES);
    assertTrue(line.stream().allMatch(each -> each.state.equals("silent")), line::toString);
    Person late = arrive("mallory");
    assertEquals("no room", late.state);
    Person honest = enter("alice", 1).getFirst();
    assertEquals("no room", line.getLast().state);
    assertEquals("silent", honest.state);
    lobby.free(placed(0));
    lobby.tend(nowNanos);
    assertEquals("placed", honest.state, "a source without a place is before others");
    assertFalse(line.getFirst().state.equals("placed"), "there was one place only");
  }

  /** A guest's place may be given by what another one does. */
  @Test
  void aGuestThatThrowsDoesNotKeepOthersFromTheirPlaces() {
    fill("mallory");
    List<Person> line = enter("alice", 2);
    line.getFirst().throwsAtPlace = true;
    lobby.free(placed(0));
    lobby.free(placed(1));
    lobby.tend(nowNanos);
    assertEquals("fault", line.getFirst().state);
    assertEquals("placed", line.getLast().state);
  }

  @Test
  void placesComeInTheOrderOfTheLine() {
    fill("mallory");
    List<Person> line = enter("mallory", 3);
    for (int i = 0; i < 3; i++) {
      lobby.free(placed(i));
      lobby.tend(nowNanos);
      assertEquals("placed", line.get(i).state, "number " + i);
    }
    assertFalse(lobby.anyInLine(), "somebody is in line");
  }

  @Test
  void whoMakesNoProgressLosesThePlaceToOthersAndOnlyToThem() {
    fill("mallory");
    people.forEach(each -> each.waitedSince = OptionalLong.of(0));
    nowNanos = 10 * PATIENCE;
    lobby.tend(nowNanos);
    assertTrue(people.stream().noneMatch(Person::isLeaving), "nobody else wants a place");
    Person honest = enter("alice", 1).getFirst();
    assertEquals(1, people.stream().filter(each -> each.state.equals("stalled")).count());
    lobby.tend(nowNanos);
    assertEquals(1, people.stream().filter(each -> each.state.equals("stalled")).count());
    Person gone = people.stream().filter(Person::isLeaving).findFirst().orElseThrow();
    lobby.free(gone);
    lobby.tend(nowNanos);
    assertEquals("placed", honest.state);
  }

  @Test
  void whoMakesProgressOrHasNotBeenWaitedForLongKeepsThePlace() {
    fill("mallory");
    people.getFirst().waitedSince = OptionalLong.of(0);
    nowNanos = PATIENCE - 1;
    Person honest = enter("alice", 1).getFirst();
    assertTrue(people.stream().noneMatch(Person::isLeaving), people::toString);
    nowNanos = PATIENCE;
    lobby.tend(nowNanos);
    assertEquals("stalled", people.getFirst().state);
    assertEquals("silent", honest.state);
  }

  @Test
  void whoLeavesTheLineOrIsSilentLeavesNothing() {
    fill("mallory");
    Person impatient = enter("alice", 1).getFirst();
    Person quiet = arrive("bob");
    lobby.leave(impatient);
    lobby.leave(quiet);
    people.forEach(lobby::free);
    assertEquals(0, lobby.size());
    assertFalse(lobby.anyWithoutPlace(), "somebody is left");
  }

  private final List<Person> people = new ArrayList<>();

  private Person placed(int index) {
    return people.get(index);
  }

  private void fill(String source) {
    enter(source, PLACES);
    assertTrue(lobby.isCrowded(), "not crowded");
  }

  private List<Person> enter(String source, int count) {
    List<Person> come = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      Person person = arrive(source);
      lobby.enter(person, nowNanos);
      come.add(person);
    }
    return come;
  }

  private List<Person> arrive(String source, int count) {
    List<Person> come = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      come.add(arrive(source));
    }
    return come;
  }

  private Person arrive(String source) {
    Person person = new Person(source);
    people.add(person);
    lobby.arrive(person);
    return person;
  }

  /** What becomes of somebody. */
  private static final class Person implements Lobby.Guest {
    private final String source;
    private String state = "silent";
    private boolean throwsAtPlace;
    private OptionalLong waitedSince = OptionalLong.empty();

    private Person(String source) {
      this.source = source;
    }

    @Override
    public String source() {
      return source;
    }

    @Override
    public void onPlace() {
      if (throwsAtPlace) {
        throw new IllegalStateException("expected by the test");
      }
      state = "placed";
    }

    @Override
    public void onNoRoom() {
      state = "no room";
    }

    @Override
    public void onStalled() {
      state = "stalled";
    }

    @Override
    public void onFault(Throwable thrown) {
      state = "fault";
    }

    @Override
    public OptionalLong waitedForSinceNanos(long nowNanos) {
      return isLeaving() ? OptionalLong.empty() : waitedSince;
    }

    @Override
    public boolean isLeaving() {
      return state.equals("stalled") || state.equals("no room");
    }

    @Override
    public String toString() {
      return source + " " + state;
    }
  }
}
