// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc.session;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.sennit.rpc.StatusCode;
import io.sennit.rpc.stream.Session;
import io.sennit.rpc.stream.StreamEnd;
import io.sennit.verbs.spi.VerbsProvider;
import io.sennit.verbs.tck.loopback.LoopbackFabric;
import io.sennit.verbs.tck.loopback.LoopbackProvider;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

final class SessionsOverLoopbackTest extends SessionsContract {
  private static final LoopbackFabric FABRIC = new LoopbackFabric(1);

  @Override
  VerbsProvider provider() {
    return new LoopbackProvider(FABRIC);
  }

  @Test
  void silenceOnEveryStrandEndsTheSessionThoughTheLifelineLives() throws Exception {
    config = config.withTimes(25 * SECOND, SECOND, SECOND / 4);
    Events events = connect(serve(0));
    Session session = events.session();
    EchoDoor.Call call = EchoDoor.open(session, "hang", bytes(10));
    FABRIC.path(1).hold();
    FABRIC.path(2).hold();
    try {
      StreamEnd end = call.end.get(20, TimeUnit.SECONDS);
      assertEquals(StatusCode.UNAVAILABLE, end.code(), end.toString());
      // Each side may have given up the path that was held first: then none lives, instead of none
      // that answers.
      assertContains(end.description(), "no strand", "1000 ms");
      assertContains(events.ended(), "no strand");
    } finally {
      FABRIC.path(1).release();
      FABRIC.path(2).release();
    }
  }
}
