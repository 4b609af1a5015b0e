// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc.session;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** When a lifeline is doubted, and when it is not any more. */
final class LifelineLinkTest implements LifelineLink.Listener {
  private static final InetAddress ADDRESS = InetAddress.ofLiteral("192.0.2.1");
  private static final InetAddress OTHER = InetAddress.ofLiteral("192.0.2.2");

  /** Longer than an answer is waited for. */
  private static final long SOON_MILLIS = 400;

  private final ManualStreams streams = new ManualStreams();
  private final LifelineLink link =
      new LifelineLink(streams, ScriptedServer.KEY, LifelineRecorder.HEARTBEAT_NANOS, this);
  private final List<String> heard = new ArrayList<>();

  @BeforeEach
  void attach() {
    FrameReader reader = new FrameReader();
    reader.take(ByteBuffer.wrap(FrameReader.preamble()));
    link.attach(new ManualStreams.Stream(new InetSocketAddress(ADDRESS, 7)), reader);
    streams.own = List.of(ADDRESS, OTHER);
  }

  private void ports(boolean readdressed) {
    link.onOwnPorts(readdressed);
    streams.pass(1);
  }

  private void answer(long nonce) {
    link.onBytes(ByteBuffer.wrap(new Echo(Wire.PONG, ScriptedServer.KEY, nonce).encode()));
  }

  private void assertHeard(String... events) {
    assertEquals(List.of(events), heard);
    heard.clear();
  }

  @Test
  void oneThatAnswersIsNotDoubtedWhateverHappensToOtherPorts() {
    for (int nonce = 1; nonce < 5; nonce++) {
      ports(nonce % 2 == 0);
      answer(nonce);
      streams.pass(SOON_MILLIS);
    }
    assertHeard();
  }

  @Test
  void itsAddressGoesOnceHoweverOftenOtherPortsChange() {
    streams.own = List.of(OTHER);
    ports(false);
    assertHeard("OTHER_ADDRESSES");
    ports(false);
    ports(false);
    assertHeard("OTHER_PORTS", "OTHER_PORTS");
    ports(true);
    assertHeard("OTHER_ADDRESSES");
  }

  @Test
  void anAddressIsNotGoneBecauseNoneCanBeListed() {
    streams.own = List.of();
    ports(false);
    assertEquals(1, streams.listings);
    answer(1);
    streams.pass(SOON_MILLIS);
    assertHeard();
  }

  @Test
  void whereThereIsNoneOnlyOtherAddressesAreAReasonToBeginAnew() {
    link.onEnd("cut");
    assertHeard("lost");
    ports(false);
    ports(true);
    link.check();
    streams.pass(1);
    assertHeard("OTHER_PORTS", "OTHER_ADDRESSES", "SILENCE");
    assertEquals(0, streams.listings, "there is no address to look for");
  }

  @Test
  void oneThatAnswersAfterAllIsHeardAgainOnce() {
    link.check();
    streams.pass(SOON_MILLIS);
    assertHeard("SILENCE");
    link.onBytes(ByteBuffer.wrap(new Echo(Wire.PING, ScriptedServer.KEY, 9).encode()));
    assertHeard();
    answer(1);
    answer(1);
    assertHeard("again");
  }

  @Test
  void whatComesToAnAddressThatIsGoneSaysNothing() {
    link.check();
    streams.own = List.of(OTHER);
    ports(false);
    assertHeard("OTHER_ADDRESSES");
    answer(1);
    assertHeard();
    streams.own = List.of(ADDRESS, OTHER);
    ports(false);
    answer(2);
    assertHeard("again");
  }

  @Override
  public void onBraidFrame(byte[] frame) {
    heard.add("frame");
  }

  @Override
  public void onPeerClosed(boolean orderly, String reason) {
    heard.add("closed");
  }

  @Override
  public void onLost(String reason) {
    heard.add("lost");
  }

  @Override
  public void onDoubtful(Doubt doubt) {
    heard.add(doubt.toString());
  }

  @Override
  public void onHeardAgain() {
    heard.add("again");
  }
}
