// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc.session;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SequencedSet;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * Who is let in next, and who must go for that, when many want to open sessions at the same time.
 * Guests are silent first, then stand in line for one of a bounded number of places, which they
 * hold until nothing of them is left. When there is no room, who has made no progress goes first,
 * and of those one whose source has most: so neither silence nor numbers keep others out.
 *
 * <p>Belongs to one thread, but for {@link #free}, {@link #size} and {@link #anyWithoutPlace}.
 */
final class Lobby<G extends Lobby.Guest> {
  /** Somebody who wants in. */
  interface Guest {
    /** Where it comes from; guests of one source share what there is. */
    String source();

    /** It has a place. */
    void onPlace();

    /** There is no room for it; it leaves. */
    void onNoRoom();

    /** Others want the place, and it has made no progress for too long; it leaves. */
    void onStalled();

    /** It has thrown when it was told something; it leaves. */
    void onFault(Throwable thrown);

    /** Since when it has made no progress, though it is its turn; empty if it is not. */
    OptionalLong waitedForSinceNanos(long nowNanos);

    /** It is over, and its place will be free when all that it has set going is gone. */
    boolean isLeaving();
  }

  private final int mostPlaces;
  private final long patienceNanos;
  private final SequencedSet<G> silent = new LinkedHashSet<>();
  private final SequencedSet<G> line = new LinkedHashSet<>();
  private final Set<G> placed = ConcurrentHashMap.newKeySet();
  private volatile int withoutPlace;

  /**
   * An empty one.
   *
   * @param mostPlaces also the most that are silent or in line
   * @param patienceNanos how long somebody may hold a place that others want without any progress
   */
  Lobby(int mostPlaces, long patienceNanos) {
    this.mostPlaces = mostPlaces;
    this.patienceNanos = patienceNanos;
  }

  /** Somebody has come and said nothing yet; for that somebody else, or it, may have to go. */
  void arrive(G guest) {
    silent.add(guest);
    count();
    if (silent.size() + line.size() > mostPlaces) {
      turnAway(mostFrequentSource(() -> Stream.concat(silent.stream(), line.stream())));
    }
  }

  private void turnAway(String source) {
    Optional<G> oldestSilent = silent.stream().filter(from(source)).findFirst();
    if (oldestSilent.isPresent() && !isNewest(oldestSilent.get())) {
      leave(oldestSilent.get());
      tell(oldestSilent.get(), Guest::onStalled);
      return;
    }
    // All others of that source have made progress.
    G last = oldestSilent.orElseGet(
        () -> line.reversed().stream().filter(from(source)).findFirst().orElseThrow());
    leave(last);
    tell(last, Guest::onNoRoom);
  }

  private boolean isNewest(G guest) {
    return silent.getLast().equals(guest);
  }

  /** It has said who it is, and wants a place. */
  void enter(G guest, long nowNanos) {
    if (silent.remove(guest)) {
      line.add(guest);
      tend(nowNanos);
    }
  }

  /** It is not silent any more, nor in line. A place that it has is its own until it is free. */
  void leave(G guest) {
    silent.remove(guest);
    line.remove(guest);
    count();
  }

  private void count() {
    withoutPlace = silent.size() + line.size();
  }

  /** Nothing of it is left; from any thread. */
  void free(G guest) {
    placed.remove(guest);
  }

  /** Gives places to those in line; those who hold one in vain go if there is none. */
  void tend(long nowNanos) {
    while (!line.isEmpty() && placed.size() < mostPlaces) {
      G next = line.stream()
          .min(Comparator.comparingLong(guest -> placesOf(guest.source())))
          .orElseThrow();
      leave(next);
      placed.add(next);
      tell(next, Guest::onPlace);
    }
    long leaving = placed.stream().filter(Guest::isLeaving).count();
    long missing = Math.max(0, line.size() - leaving);
    stalled(nowNanos).stream().limit(missing).forEach(guest -> tell(guest, Guest::onStalled));
  }

  /** Tells a guest; what it throws ends that guest only, not the one being served now. */
  private static void tell(Guest guest, Consumer<Guest> what) {
    try {
      what.accept(guest);
    } catch (Throwable thrown) {
      guest.onFault(thrown);
    }
  }

  /** Those who have been waited for too long, those of the most frequent source first. */
  private List<G> stalled(long nowNanos) {
    if (line.isEmpty()) {
      return List.of();
    }
    List<G> found = new ArrayList<>();
    for (G guest : placed) {
      OptionalLong since = guest.waitedForSinceNanos(nowNanos);
      if (since.isPresent() && nowNanos - since.getAsLong() >= patienceNanos) {
        found.add(guest);
      }
    }
    found.sort(Comparator.comparingLong(guest -> -placesOf(guest.source())));
    return found;
  }

  private long placesOf(String source) {
    return placed.stream().filter(from(source)).count();
  }

  private static <G extends Guest> Predicate<G> from(String source) {
    return guest -> guest.source().equals(source);
  }

  private static <G extends Guest> String mostFrequentSource(Supplier<Stream<G>> guests) {
    return guests
        .get()
        .map(Guest::source)
        .distinct()
        .max(
            Comparator.comparingLong(source -> guests.get().filter(from(source)).count()))
        .orElseThrow();
  }

  /** Whether somebody may want a place that has become free; from any thread. */
  boolean anyWithoutPlace() {
    return withoutPlace > 0;
  }

  /** Whether somebody stands in line. */
  boolean anyInLine() {
    return !line.isEmpty();
  }

  boolean isInLine(G guest) {
    return line.contains(guest);
  }

  /** Whether more than half of the places are taken: nobody should hold one for long. */
  boolean isCrowded() {
    return placed.size() > mostPlaces / 2;
  }

  /** All there are, in whatever state. */
  List<G> guests() {
    return Stream.of(silent, line, placed).flatMap(Set::stream).toList();
  }

  /** Silent, in line, or with a place. */
  int size() {
    return withoutPlace + placed.size();
  }
}
