// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc.session;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.sennit.verbs.CompletionChannel;
import io.sennit.verbs.PortEvent;
import io.sennit.verbs.PortEvent.Kind;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** What a loop tells its sessions of ports, and how often it asks. */
final class PortBookTest {
  private static final PortEvent FAILED = new PortEvent(Kind.PORT_ERROR, 1, 4096);
  private static final PortEvent BACK = new PortEvent(Kind.PORT_ACTIVE, 1, 4096);
  private static final PortEvent OTHER = new PortEvent(Kind.PORT_ERROR, 0, 4096);

  private final Changing channel = new Changing();
  private final PortBook book = new PortBook(channel, List::of);
  private final List<PortEvent> heard = new ArrayList<>();

  @Test
  void everySessionHearsEveryEventOnce() {
    List<PortEvent> another = new ArrayList<>();
    book.enter(heard::add);
    book.enter(another::add);
    channel.events.addAll(List.of(FAILED, OTHER));
    assertEquals(2, book.poll(0));
    assertEquals(0, book.poll(5_000_000));
    assertEquals(List.of(FAILED, OTHER), heard);
    assertEquals(heard, another);
  }

  @Test
  void sessionThatComesLaterHearsHowThingsStand() {
    channel.events.addAll(List.of(FAILED, OTHER, BACK));
    assertEquals(3, book.poll(0));
    book.enter(heard::add);
    assertEquals(List.of(OTHER, BACK), heard);
  }

  /** Its peer may have been told of the address before. */
  @Test
  void sessionThatComesLaterHearsOfAnotherAddressWhateverHappenedSince() {
    PortEvent moved = new PortEvent(Kind.ADDRESS_CHANGED, 0, 4096);
    PortEvent mtu = new PortEvent(Kind.PATH_MTU_CHANGED, 0, 1024);
    channel.events.addAll(List.of(OTHER, moved, OTHER, mtu));
    assertEquals(4, book.poll(0));
    book.enter(heard::add);
    assertEquals(List.of(moved, OTHER), heard);
    channel.events.add(moved);
    assertEquals(1, book.poll(5_000_000));
    heard.clear();
    book.enter(heard::add);
    assertEquals(List.of(moved), heard, "and its port works again");
  }

  @Test
  void sessionThatHasEndedHearsNothing() {
    Consumer<PortEvent> listener = heard::add;
    book.enter(listener);
    book.leave(listener);
    channel.events.add(FAILED);
    assertEquals(1, book.poll(0));
    assertEquals(List.of(), heard);
  }

  @Test
  void busyLoopAsksOnceInAMillisecondAndASleepingOneForgetsNothing() {
    book.enter(heard::add);
    for (long nowNanos = -2_000_000; nowNanos < 8_000_000; nowNanos += 10_000) {
      book.poll(nowNanos);
    }
    assertEquals(10, channel.asked, "questions in 10 ms");
    channel.events.add(FAILED);
    assertEquals(0, book.poll(7_995_000));
    assertEquals(8_000_000, book.nextTimerNanos(), "asks though nothing else happens");
    assertEquals(1, book.poll(8_000_000));
    assertEquals(List.of(FAILED), heard);
    assertEquals(Long.MAX_VALUE, book.nextTimerNanos(), "and then may sleep");
  }

  /** Ports that change when the test says so. */
  private static final class Changing implements CompletionChannel {
    final ArrayDeque<PortEvent> events = new ArrayDeque<>();
    int asked;

    @Override
    public boolean await(long timeoutNanos) {
      return false;
    }

    @Override
    public Optional<PortEvent> takePortEvent() {
      PortEvent next = events.poll();
      asked += next == null ? 1 : 0;
      return Optional.ofNullable(next);
    }

    @Override
    public void wake() {}

    @Override
    public void close() {}
  }
}
