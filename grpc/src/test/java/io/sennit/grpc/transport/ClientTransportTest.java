// SPDX-License-Identifier: Apache-2.0
package io.sennit.grpc.transport;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.grpc.Attributes;
import io.grpc.CallOptions;
import io.grpc.ClientStreamTracer;
import io.grpc.InternalChannelz.TransportStats;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.Status;
import io.grpc.internal.AbstractClientStream;
import io.grpc.internal.ClientStream;
import io.grpc.internal.ClientStreamListener.RpcProgress;
import io.grpc.internal.ClientTransport.PingCallback;
import io.sennit.base.Clock;
import io.sennit.grpc.direct.DirectFabric;
import io.sennit.rpc.Body;
import io.sennit.rpc.StatusCode;
import io.sennit.rpc.stream.IncomingCall;
import io.sennit.rpc.stream.RpcStream;
import io.sennit.rpc.stream.StreamListener;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** One client's transport as gRPC's channel sees it. */
final class ClientTransportTest {
  private static final MethodDescriptor<InputStream, InputStream> METHOD =
      MethodDescriptor.<InputStream, InputStream>newBuilder()
          .setType(MethodDescriptor.MethodType.BIDI_STREAMING)
          .setFullMethodName("a.Service/Method")
          .setRequestMarshaller(new AsTheyAre())
          .setResponseMarshaller(new AsTheyAre())
          .build();
  private static final Status ENOUGH = Status.UNAVAILABLE.withDescription("enough");
  private static final long PATIENCE_SECONDS = 20;

  private final DirectFabric fabric = new DirectFabric();
  private final ScheduledExecutorService scheduler = Executors.newScheduledThreadPool(1);
  private final BlockingQueue<RpcStream> accepted = new LinkedBlockingQueue<>();
  private final LifecycleRecorder life = new LifecycleRecorder();
  private final SennitClientTransport transport = new SennitClientTransport(
      new PeerInfo(DirectFabric.ADDRESS, "authority", "agent", Attributes.EMPTY),
      new ClientSettings(
          1 << 20, 8192, KeepAliveSettings.OFF, new Timing(Clock.system(), Optional.empty())),
      fabric.dialer(),
      scheduler);

  @AfterEach
  void stop() {
    fabric.close();
    scheduler.shutdownNow();
  }

  @Test
  void nobodyThereIsAShutdownWithoutReady() throws Exception {
    transport.start(life);
    life.await("shutdown UNAVAILABLE nobody listens at " + DirectFabric.ADDRESS);
    life.await("terminated");
  }

  @Test
  void attributesAreFilteredBeforeTheTransportIsReady() throws Exception {
    connect();
    assertEquals("filtered", transport.getAttributes().get(LifecycleRecorder.MARK));
  }

  @Test
  void useIsToldWhenTheFirstCallOpensAndTheLastOneEnds() throws Exception {
    connect();
    Call first = open();
    life.await("in use true");
    Call second = open();
    first.server().end(StatusCode.OK, "", io.sennit.rpc.Metadata.EMPTY);
    first.heard().await("closed OK PROCESSED");
    second.server().end(StatusCode.OK, "", io.sennit.rpc.Metadata.EMPTY);
    second.heard().await("closed OK PROCESSED");
    life.await("in use false");
  }

  @Test
  void anOrderlyShutdownTerminatesAfterTheLastCall() throws Exception {
    connect();
    Call call = open();
    life.await("in use true");
    transport.shutdown(ENOUGH);
    life.await("shutdown UNAVAILABLE enough");
    CallRecorder late = new CallRecorder();
    newStream().start(late);
    late.await("closed UNAVAILABLE " + RpcProgress.MISCARRIED);
    call.server().end(StatusCode.ABORTED, "", io.sennit.rpc.Metadata.EMPTY);
    call.heard().await("closed ABORTED PROCESSED");
    life.await("in use false");
    life.await("terminated");
  }

  @Test
  void aForcefulShutdownGivesCallsItsReason() throws Exception {
    connect();
    Call call = open();
    life.await("in use true");
    transport.shutdownNow(Status.ABORTED.withDescription("by force"));
    call.heard().await("closed ABORTED PROCESSED");
    life.await("shutdown ABORTED by force");
    life.await("in use false");
    life.await("terminated");
  }

  @Test
  void aPingIsAnsweredWhileThereIsASessionAndFailsAfterwards() throws Exception {
    BlockingQueue<String> outcomes = new LinkedBlockingQueue<>();
    connect();
    transport.ping(new Ping(outcomes), Runnable::run);
    assertEquals("pong", outcomes.poll(PATIENCE_SECONDS, TimeUnit.SECONDS));
    transport.shutdownNow(ENOUGH);
    life.await("shutdown UNAVAILABLE enough");
    life.await("terminated");
    transport.ping(new Ping(outcomes), Runnable::run);
    assertEquals("UNAVAILABLE", outcomes.poll(PATIENCE_SECONDS, TimeUnit.SECONDS));
  }

  @Test
  void channelzSeesCallsAndMessages() throws Exception {
    connect();
    Call call = open();
    call.client().writeMessage(new ByteArrayInputStream(new byte[10]));
    call.client().flush();
    call.client().request(1);
    call.server().sendMessage(Body.wrap(new byte[] {0, 0, 0, 0, 1, 7}));
    call.heard().await("message");
    call.server().end(StatusCode.NOT_FOUND, "", io.sennit.rpc.Metadata.EMPTY);
    call.heard().await("closed NOT_FOUND PROCESSED");
    TransportStats stats = Objects.requireNonNull(transport.getStats().get().data);
    assertEquals(1, stats.streamsStarted);
    assertEquals(0, stats.streamsSucceeded);
    assertEquals(1, stats.streamsFailed);
    assertEquals(1, stats.messagesSent);
    assertEquals(1, stats.messagesReceived);
    assertTrue(stats.lastLocalStreamCreatedTimeNanos > 0, "no time of the last call");
  }

  @Test
  void whatComesAfterACancelIsGivenBackAndNotHeldAgainstThePeer() throws Exception {
    connect();
    Call call = open();
    call.client().cancel(Status.CANCELLED.withDescription("enough"));
    call.heard().await("closed CANCELLED PROCESSED");
    SennitClientStream.State state =
        (SennitClientStream.State) ((SennitClientStream) call.client()).transportState();
    List<LogRecord> complaints = new ArrayList<>();
    Logger logger = Logger.getLogger(AbstractClientStream.class.getName());
    Handler listening = new ToList(complaints);
    logger.addHandler(listening);
    try {
      Body late = Body.wrap(new byte[] {0, 0, 0, 0, 1, 7});
      state.execute(() -> state.messageArrived(late));
      assertTrue(late.released().isDone(), "the body was given back");
    } finally {
      logger.removeHandler(listening);
    }
    assertEquals(List.of(), complaints.stream().map(LogRecord::getMessage).toList());
  }

  private static final class ToList extends Handler {
    private final List<LogRecord> records;

    private ToList(List<LogRecord> records) {
      this.records = records;
    }

    @Override
    public void publish(LogRecord entry) {
      records.add(entry);
    }

    @Override
    public void flush() {}

    @Override
    public void close() {}
  }

  private record Call(ClientStream client, CallRecorder heard, RpcStream server) {}

  private void connect() throws Exception {
    fabric.door().open(this::accept, LifecycleRecorder::ignored);
    transport.start(life);
    life.await("ready");
  }

  private StreamListener accept(RpcStream stream, IncomingCall call) {
    stream.request(1);
    accepted.add(stream);
    return StreamListener.NOBODY; // Closes what it hears.
  }

  private Call open() throws InterruptedException {
    CallRecorder heard = new CallRecorder();
    ClientStream client = newStream();
    client.start(heard);
    RpcStream server = accepted.poll(PATIENCE_SECONDS, TimeUnit.SECONDS);
    if (server == null) {
      throw new AssertionError("no call came");
    }
    return new Call(client, heard, server);
  }

  private ClientStream newStream() {
    ClientStreamTracer[] tracers = {new ClientStreamTracer() {}};
    return transport.newStream(METHOD, new Metadata(), CallOptions.DEFAULT, tracers);
  }

  private record Ping(BlockingQueue<String> outcomes) implements PingCallback {
    @Override
    public void onSuccess(long roundTripTimeNanos) {
      outcomes.add("pong");
    }

    @Override
    public void onFailure(Status cause) {
      outcomes.add(cause.getCode().name());
    }
  }
}
