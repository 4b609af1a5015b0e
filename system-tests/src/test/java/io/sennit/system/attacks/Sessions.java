// SPDX-License-Identifier: Apache-2.0
package io.sennit.system.attacks;

import io.sennit.rpc.Body;
import io.sennit.rpc.ClientStream;
import io.sennit.rpc.RpcClient;
import io.sennit.rpc.RpcException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/** Assaults by sessions: too many, idle, unread, ended, given up. */
final class Sessions {
  private static final int IDLE = 460;
  private static final int UNREAD = 12;
  private static final int ENDING_THREADS = 4;
  private static final int GIVING_UP_THREADS = 16;
  private static final String MESSAGE_BYTES = Integer.toString(1 << 20);

  private Sessions() {}

  /** Holds sessions that do nothing, as many as the server takes. */
  static String idle(Assault.Targets targets, Until end) {
    List<RpcClient> clients = new ArrayList<>();
    int refused = 0;
    try {
      while (!end.isOver() && clients.size() < IDLE) {
        try {
          clients.add(RpcClient.connect(targets.natives()));
        } catch (RpcException full) {
          refused++;
        }
      }
      end.await();
    } finally {
      clients.forEach(RpcClient::close);
    }
    return clients.size() + " sessions held, " + refused + " refused";
  }

  /** Has long messages sent to it on every session, and reads none. */
  static String unread(Assault.Targets targets, Until end) {
    List<RpcClient> clients = new ArrayList<>();
    List<ClientStream<String, Body>> streams = new ArrayList<>();
    try {
      for (int i = 0; i < UNREAD && !end.isOver(); i++) {
        RpcClient client = RpcClient.connect(targets.natives());
        clients.add(client);
        ClientStream<String, Body> stream = client.open(Methods.PUSH);
        streams.add(stream);
        stream.send(MESSAGE_BYTES);
      }
      end.await();
    } finally {
      streams.forEach(ClientStream::close);
      clients.forEach(RpcClient::close);
    }
    return streams.size() + " sessions that read nothing";
  }

  /** Opens sessions, calls, and ends them. */
  static String ended(Assault.Targets targets, Until end) throws InterruptedException {
    AtomicInteger done = new AtomicInteger();
    AtomicInteger refused = new AtomicInteger();
    inThreads(ENDING_THREADS, end, () -> {
      try (RpcClient client = RpcClient.connect(targets.natives());
          Body request = client.allocate(1);
          Body answer = client.call(Methods.ECHO, request)) {
        done.addAndGet((int) answer.length());
      } catch (RpcException e) {
        refused.incrementAndGet();
      }
    });
    return done + " sessions ended, " + refused + " refused";
  }

  /** Begins sessions and gives up before they can be there. */
  static String givenUp(Assault.Targets targets, Until end) throws InterruptedException {
    AtomicInteger given = new AtomicInteger();
    AtomicInteger came = new AtomicInteger();
    inThreads(GIVING_UP_THREADS, end, () -> {
      try {
        RpcClient.connect(targets.natives("connectTimeout=30ms")).close();
        came.incrementAndGet();
      } catch (RpcException late) {
        given.incrementAndGet();
      }
    });
    return given + " sessions given up, " + came + " came up";
  }

  private static void inThreads(int count, Until end, Runnable step) throws InterruptedException {
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      threads.add(Thread.ofPlatform().start(() -> {
        while (!end.isOver()) {
          step.run();
        }
      }));
    }
    for (Thread each : threads) {
      each.join();
    }
  }
}
