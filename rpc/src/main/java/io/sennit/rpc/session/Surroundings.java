// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc.session;

import io.sennit.base.Randomness;
import io.sennit.rpc.session.bytes.StreamHost;
import io.sennit.verbs.CompletionChannel;

/**
 * What sessions are given from outside: they have no thread, no socket, no clock and no chance of
 * their own.
 *
 * @param streams carry bootstraps and lifelines; their clock is that of everything here
 * @param loops make a loop for each device
 * @param blocking runs what may block
 * @param randomness of keys and tokens; unpredictable in production
 * @param book that sessions enter
 * @param memory bounds what they hold
 */
public record Surroundings(
    StreamHost streams,
    Loops loops,
    Blocking blocking,
    Randomness randomness,
    SessionBook book,
    ProcessMemory memory) {
  /** Makes loops. */
  @FunctionalInterface
  public interface Loops {
    /**
     * Makes the loop of a device.
     *
     * @param name of the device, unique in a group
     * @param channel where the loop may sleep; becomes the loop's
     */
    SessionLoop open(String name, CompletionChannel channel);
  }

  /**
   * Threads and sockets of their own.
   *
   * @param name begins the names of the threads
   */
  static Surroundings threads(String name, EventLoopConfig config, StreamHost streams) {
    return threads(name, config, streams, ProcessMemory.shared());
  }

  /** The same with memory of its own. */
  static Surroundings threads(
      String name, EventLoopConfig config, StreamHost streams, ProcessMemory memory) {
    return new Surroundings(
        streams,
        (device, channel) ->
            new EventLoop(name + "-loop-" + device, config, streams.clock(), channel),
        new BlockingThreads(name),
        Randomness.secure(),
        SessionBook.process(),
        memory);
  }
}
