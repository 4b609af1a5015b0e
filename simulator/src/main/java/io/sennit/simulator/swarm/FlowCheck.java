// SPDX-License-Identifier: Apache-2.0
package io.sennit.simulator.swarm;

import io.sennit.multipath.Braid;
import io.sennit.multipath.MessageWindows;
import io.sennit.rpc.stream.FlowControl;
import io.sennit.rpc.stream.FlowControl.Window;
import io.sennit.rpc.stream.FlowControl.Windows;
import io.sennit.rpc.stream.Session;
import io.sennit.rpc.stream.StreamEngine;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Compares the flow control of both sides of each session: at any moment nobody may send more than
 * the other has room for, or has received more than was sent; at rest both know the same.
 */
final class FlowCheck {
  private final Ledger ledger;

  FlowCheck(Ledger ledger) {
    this.ledger = ledger;
  }

  /** The first difference between the two sides of a session; empty at rest. */
  Optional<String> difference(Stream<Line> lines) {
    return pairs(lines).flatMap(pair -> differences(pair).stream()).findFirst();
  }

  /** Both sides of a session, while both live. */
  private record Pair(Line line, StreamEngine one, StreamEngine other) {}

  /** Checks what holds at any moment. */
  void check(Stream<Line> lines) {
    pairs(lines).forEach(pair -> {
      FlowControl one = pair.one().flowControl();
      FlowControl other = pair.other().flowControl();
      checkSession(pair.line(), one.session(), other.session());
      one.calls().forEach((id, here) -> {
        Windows there = other.calls().get(id);
        if (there != null) {
          checkCall(pair.line(), id, here, there);
        }
      });
      braids(pair).ifPresent(braids -> {
        checkMessages(pair.line(), braids.one(), braids.other());
        checkMessages(pair.line(), braids.other(), braids.one());
      });
    });
  }

  private static List<String> differences(Pair pair) {
    List<String> found = new ArrayList<>();
    Windows one = pair.one().flowControl().session();
    Windows other = pair.other().flowControl().session();
    if (!isSame(one.sending(), other.receiving()) || !isSame(other.sending(), one.receiving())) {
      found.add(sentence(pair.line(), one, other));
    }
    braids(pair)
        .filter(braids -> braids.one().sent() != braids.other().received()
            || braids.other().sent() != braids.one().received())
        .ifPresent(braids -> found.add(sentence(pair.line(), braids.one(), braids.other())));
    return found;
  }

  private static boolean isSame(Window sender, Window receiver) {
    return sender.bytes() == receiver.bytes() && sender.limitBytes() == receiver.limitBytes();
  }

  private static Stream<Pair> pairs(Stream<Line> lines) {
    Map<Long, StreamEngine> waiting = new HashMap<>();
    return lines
        .filter(line -> !line.isOver() && !line.isSuspect())
        .flatMap(line -> engine(line).stream().flatMap(engine -> {
          StreamEngine other = waiting.put(engine.info().sessionId(), engine);
          return other == null ? Stream.empty() : Stream.of(new Pair(line, engine, other));
        }));
  }

  private static Optional<StreamEngine> engine(Line line) {
    Session session = line.session();
    return session instanceof StreamEngine engine && engine.braid().isPresent()
        ? Optional.of(engine)
        : Optional.empty();
  }

  private record Braids(MessageWindows one, MessageWindows other) {}

  private static Optional<Braids> braids(Pair pair) {
    return pair.one()
        .braid()
        .map(Braid::messageWindows)
        .flatMap(one -> pair.other().braid().map(other -> new Braids(one, other.messageWindows())));
  }

  private void checkSession(Line line, Windows one, Windows other) {
    require(areBytesSound(one, other) && areBytesSound(other, one), line, one, other);
  }

  private void checkCall(Line line, long id, Windows one, Windows other) {
    boolean sound = areBytesSound(one, other)
        && areBytesSound(other, one)
        && areMessagesSound(one, other)
        && areMessagesSound(other, one);
    if (!sound) {
      ledger.violated(sentence(line + ", call " + id, one, other));
    }
  }

  private static boolean areBytesSound(Windows sender, Windows receiver) {
    return receiver.receiving().bytes() <= sender.sending().bytes()
        && sender.sending().limitBytes() <= receiver.receiving().limitBytes();
  }

  private static boolean areMessagesSound(Windows sender, Windows receiver) {
    return receiver.receiving().messages() <= sender.sending().messages()
        && sender.sending().limitMessages() <= receiver.receiving().limitMessages();
  }

  private void checkMessages(Line line, MessageWindows sender, MessageWindows receiver) {
    boolean sound =
        receiver.received() <= sender.sent() && sender.sendLimit() <= receiver.receiveLimit();
    require(sound, line, sender, receiver);
  }

  private void require(boolean sound, Object where, Object one, Object other) {
    if (!sound) {
      ledger.violated(sentence(where, one, other));
    }
  }

  private static String sentence(Object where, Object one, Object other) {
    return "flow control of " + where + ": one side has " + one + ", the other " + other;
  }
}
