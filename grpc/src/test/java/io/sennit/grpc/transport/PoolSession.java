// SPDX-License-Identifier: Apache-2.0
package io.sennit.grpc.transport;

import io.sennit.base.MemoryAccount;
import io.sennit.rpc.Body;
import io.sennit.rpc.BodyPool;
import io.sennit.rpc.BodyPoolConfig;
import io.sennit.rpc.stream.OpenCall;
import io.sennit.rpc.stream.PingCallback;
import io.sennit.rpc.stream.RpcStream;
import io.sennit.rpc.stream.Session;
import io.sennit.rpc.stream.SessionInfo;
import io.sennit.rpc.stream.SessionSnapshot;
import io.sennit.rpc.stream.StreamListener;
import io.sennit.verbs.DomainConfig;
import io.sennit.verbs.tck.loopback.LoopbackFabric;
import java.lang.foreign.MemorySegment;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;

/** Memory of a session that has nothing else. */
final class PoolSession implements Session {
  private static final long POOL_BYTES = 16 << 20;

  private final BodyPool pool = new BodyPool(
      new LoopbackFabric(1).pair(new DomainConfig(4 * POOL_BYTES, 1)).near(),
      MemoryAccount.root("registered", Long.MAX_VALUE),
      BodyPoolConfig.defaults().withBudgets(POOL_BYTES, POOL_BYTES),
      Runnable::run);

  /** Whether there is room on the heap. */
  boolean heapHasRoom = true;

  /** Bodies on the heap that are counted as held. */
  final AtomicInteger heapBodies = new AtomicInteger();

  @Override
  public BodyPool bodies() {
    return pool;
  }

  @Override
  public Optional<Body> onHeap(int bytes) {
    if (!heapHasRoom) {
      return Optional.empty();
    }
    heapBodies.incrementAndGet();
    byte[] memory = new byte[bytes];
    return Optional.of(
        Body.wrap(MemorySegment.ofArray(memory), () -> heapBodies.decrementAndGet()));
  }

  @Override
  public RpcStream open(OpenCall call, StreamListener listener) {
    throw new UnsupportedOperationException();
  }

  @Override
  public void ping(PingCallback callback) {
    throw new UnsupportedOperationException();
  }

  @Override
  public void shutdown() {
    throw new UnsupportedOperationException();
  }

  @Override
  public void shutdownNow(String cause) {
    throw new UnsupportedOperationException();
  }

  @Override
  public SessionInfo info() {
    throw new UnsupportedOperationException();
  }

  @Override
  public SessionSnapshot snapshot() {
    throw new UnsupportedOperationException();
  }
}
