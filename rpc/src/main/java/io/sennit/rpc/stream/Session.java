// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc.stream;

import io.sennit.multipath.Braid;
import io.sennit.rpc.Body;
import io.sennit.rpc.BodyPool;
import java.util.Optional;

/** One connection between two processes, over which many calls run. Safe from any thread. */
public interface Session {
  /**
   * Opens a call; never blocks. It waits when the peer's limit of open calls is reached, up to
   * {@link StreamConfig#maxPendingCalls()}. A call that cannot be opened still ends through its
   * listener, with {@code executed} NO.
   *
   * @throws IllegalStateException on a server's session, which accepts calls only
   */
  RpcStream open(OpenCall call, StreamListener listener);

  /**
   * The registered memory of this session. Bodies allocated to send travel without a copy; bodies
   * allocated to receive can be {@link OpenCall#withResponseTarget targets}.
   */
  BodyPool bodies();

  /**
   * For the faces: heap that counts as held for this session until closed; empty if none is left.
   */
  default Optional<Body> onHeap(int bytes) {
    return Optional.of(Body.onHeap(bytes));
  }

  /** Measures a round trip through both engines; the callback runs once, on the loop thread. */
  void ping(PingCallback callback);

  /** No new calls; those accepted run to their end; then the session terminates. */
  void shutdown();

  /** Ends every call UNAVAILABLE with this cause, and the session. */
  void shutdownNow(String cause);

  SessionInfo info();

  /** Counters as of now. */
  SessionSnapshot snapshot();

  /**
   * What carries the calls, for one-sided operations beside them; empty once the session has ended.
   * Only on the loop thread.
   */
  default Optional<Braid> braid() {
    return Optional.empty();
  }
}
