// SPDX-License-Identifier: Apache-2.0
package io.sennit.simulator.host;

import java.util.List;

/** A byte stream between two processes, for whoever wants to break it. */
public final class StreamLine {
  private final int number;
  private final StreamEnd client;
  private final StreamEnd server;
  private final Pipe there;
  private final Pipe back;

  StreamLine(int number, StreamEnd client, StreamEnd server, Pipe there, Pipe back) {
    this.number = number;
    this.client = client;
    this.server = server;
    this.there = there;
    this.back = back;
  }

  @Override
  public String toString() {
    return "byte stream " + number + " from " + client.thread().host().name() + " to "
        + server.thread().host().name();
  }

  /** In the order of connecting. */
  public int number() {
    return number;
  }

  boolean isOver() {
    return client.isClosed() && server.isClosed();
  }

  boolean touches(StreamThread thread) {
    return client.thread() == thread || server.thread() == thread;
  }

  /** Whether it was opened by a process on one host to one on another. */
  public boolean leads(Host from, Host to) {
    return client.thread().host() == from && server.thread().host() == to;
  }

  /** Whether each end is open and has heard the other one. */
  public boolean carries() {
    return client.hasHeard() && server.hasHeard() && !client.isClosed() && !server.isClosed();
  }

  List<StreamEnd> ends() {
    return List.of(client, server);
  }

  /** Breaks it, as a firewall does that has forgotten it: both ends hear of it. */
  public void reset() {
    for (StreamEnd end : ends()) {
      end.arrive(new Pipe.Segment(Pipe.Kind.RESET, new byte[0], 0));
    }
  }

  /**
   * Swallows what is sent, or brings it after all; nobody is told.
   *
   * @param toServer of the client's bytes
   * @param toClient of the server's bytes
   */
  public void silence(boolean toServer, boolean toClient) {
    there.silence(toServer);
    back.silence(toClient);
  }

  /** Has every byte take so long in both directions; 0: none. */
  public void slow(long nanosPerByte) {
    there.slow(nanosPerByte);
    back.slow(nanosPerByte);
  }
}
