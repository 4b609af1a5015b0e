// SPDX-License-Identifier: Apache-2.0
package io.sennit.simulator.light;

import java.util.function.IntFunction;

/**
 * Reliable transport of packets from one host to another, in any order, over the routes that a
 * {@link PacketPolicy} chooses. Confined to the world's thread.
 */
public final class Pipe {
  private final Sender sender;
  private final Receiver receiver;

  /**
   * What it takes to make one.
   *
   * @param routes the way of each label; the same whenever it is asked
   */
  public record Plan(
      LightNet net,
      IntFunction<Route> routes,
      PipeConfig config,
      PacketPolicy policy,
      Supply supply,
      Sink sink) {}

  /** Makes one that has sent nothing. */
  public Pipe(Plan plan) {
    sender = new Sender(plan, plan.net().add(this));
    receiver = new Receiver(plan);
  }

  /** Sends what may leave now; to be called when the supply has grown. */
  public void pump() {
    sender.pump();
  }

  /** Sends nothing any more, and hears nothing. */
  void stop() {
    sender.stop();
  }

  /** 0 if unknown. */
  long roundTripNanos() {
    return sender.roundTrips().smoothedNanos();
  }

  /** 0 if unknown. */
  long deliveryRateBytesPerSecond() {
    return sender.rate().bytesPerSecond();
  }

  long answeredBytes() {
    return sender.rate().allBytes();
  }

  void onAnswer(Header answer) {
    sender.onAnswer(answer);
  }

  void onPacket(Header packet, int bytes, boolean marked) {
    receiver.onPacket(packet, bytes, marked);
  }

  void onTrimmed(Header packet) {
    receiver.onTrimmed(packet);
  }

  void onRefusal(Header refusal) {
    sender.onRefusal(refusal);
  }
}
