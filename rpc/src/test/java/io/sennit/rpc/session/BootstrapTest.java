// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc.session;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sennit.verbs.Port;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

final class BootstrapTest {
  private static final long TIMEOUT_NANOS = 4_000_000_000L;

  private final ScriptedClient client = new ScriptedClient(List.of("shm", "roce"));
  private final ScriptedServer server = new ScriptedServer(List.of("shm", "roce"));

  @Test
  void theFirstProviderThatBothAllowCarriesTheSession() {
    Transcript said = Transcript.of(client, server);
    assertTrue(server.established, "server; " + server.failure + "\n" + said);
    assertEquals(ScriptedServer.KEY, Objects.requireNonNull(client.established).key());
    assertEquals(ScriptedServer.TOKEN, client.established.token());
  }

  @Test
  void whatTheClientCannotAcceptIsSkippedInTheSameBootstrap() {
    client.failing.add("shm");
    Transcript.of(client, server);
    assertTrue(server.established, "" + server.failure);
    assertEquals(List.of(), client.abandoned);
  }

  @Test
  void whatTheServerCannotCompleteIsSkippedAndItsDomainGivenBack() {
    server.failing.add("shm");
    Transcript.of(client, server);
    assertTrue(server.established, "" + server.failure);
    assertEquals(List.of("shm"), client.abandoned);
  }

  @Test
  void ifNothingComesUpBothSidesSayWhatEachOfferedAndWhyItFailed() {
    client.failing.add("roce");
    server.failing.add("shm");
    Transcript.of(client, server);
    String atClient = message(client.failure, BootstrapFailure.Kind.NO_PROVIDER);
    assertContains(atClient, "server:7470", "this side has [shm, roce]", "offers [shm, roce]");
    assertContains(
        atClient, "shm (the answer came to nothing)", "roce (the offer came to nothing)");
    assertContains(atClient, "the server skipped ibverbs (no device)");
    assertContains(
        message(server.failure, BootstrapFailure.Kind.NO_PROVIDER), "client:1", "roce", "shm");
  }

  @Test
  void withoutAProviderInCommonTheRefusalNamesBothLists() {
    ScriptedServer other = new ScriptedServer(List.of("ibverbs"));
    Transcript.of(client, other);
    String atClient = message(client.failure, BootstrapFailure.Kind.NO_PROVIDER);
    assertContains(atClient, "[shm, roce]", "[ibverbs]", "roce (no port is up)");
    assertContains(atClient, "ibverbs (libibverbs was not found)");
    assertContains(
        message(other.failure, BootstrapFailure.Kind.NO_PROVIDER),
        "[shm, roce]",
        "skipped here: roce (no port is up)");
  }

  @Test
  void bytesOneByOneMakeNoDifference() {
    byte[] fromClient = Transcript.of(client, server).bytesOf("C");
    ScriptedServer slow = new ScriptedServer(List.of("shm", "roce"));
    for (byte each : fromClient) {
      slow.machine.onBytes(ByteBuffer.wrap(new byte[] {each}));
    }
    assertTrue(slow.established, "" + slow.failure);
    byte[] fromServer = slow.takeOut();
    ScriptedClient slowClient = new ScriptedClient(List.of("shm", "roce"));
    slowClient.machine.start();
    for (byte each : fromServer) {
      slowClient.machine.onBytes(ByteBuffer.wrap(new byte[] {each}));
    }
    assertArrayEquals(fromClient, slowClient.takeOut());
  }

  @Test
  void firstBytesOfTheLifelineAreKeptForIt() throws ProtocolException {
    byte[] fromServer = Transcript.of(client, server).bytesOf("S");
    byte[] ping = new Echo(Wire.PING, ScriptedServer.KEY, 1).encode();
    byte[] both = Arrays.copyOf(fromServer, fromServer.length + ping.length);
    System.arraycopy(ping, 0, both, fromServer.length, ping.length);
    ScriptedClient eager = new ScriptedClient(List.of("shm", "roce"));
    eager.machine.start();
    ByteBuffer bytes = ByteBuffer.wrap(both);
    eager.machine.onBytes(bytes);
    FrameReader rest = Objects.requireNonNull(eager.rest, "" + eager.failure);
    rest.take(bytes);
    assertEquals(new Echo(Wire.PING, ScriptedServer.KEY, 1), rest.next());
  }

  /** The server has heard the strands before the client's machine knows that they are connected. */
  @Test
  void aLifelineFrameThatComesBeforeTheStrandsAreKnownToBeConnectedIsKeptForIt()
      throws ProtocolException {
    client.connectsAtOnce = false;
    Transcript.of(client, server);
    byte[] early = new BraidFrame(ScriptedServer.KEY, Octets.of(new byte[] {7})).encode();
    client.machine.onBytes(ByteBuffer.wrap(early));
    assertNull(client.failure, "" + client.failure);
    assertTrue(client.machine.strandsConnected(), "it goes on");
    FrameReader rest = Objects.requireNonNull(client.rest, "" + client.failure);
    assertEquals(new BraidFrame(ScriptedServer.KEY, Octets.of(new byte[] {7})), rest.next());
  }

  @Test
  void silenceEndsBothAtTheirDeadline() {
    client.machine.start();
    client.machine.onTime(TIMEOUT_NANOS - 1);
    assertNull(client.failure, "" + client.failure);
    client.machine.onTime(TIMEOUT_NANOS);
    assertContains(
        message(client.failure, BootstrapFailure.Kind.TIMED_OUT), "server:7470", "4000 ms");
    server.machine.onTime(TIMEOUT_NANOS);
    message(server.failure, BootstrapFailure.Kind.TIMED_OUT);
  }

  @Test
  void anOutcomeThatComesAfterTheEndIsHandedBack() {
    client.answersAtOnce = false;
    Transcript.of(client, server);
    client.machine.onTime(TIMEOUT_NANOS);
    message(client.failure, BootstrapFailure.Kind.TIMED_OUT);
    assertFalse(client.machine.accepted(Octets.of(new byte[0]), List.of(), List.of(1)), "too late");
  }

  @Test
  void aStrangerAtEitherEndIsNamed() {
    assertContains(clientMeets("HTTP/1.1 400 Bad Request\r\n"), "HTTP/1");
    assertContains(clientMeets("SSH-2.0-OpenSSH_9.6\r\n"), "SSH");
    assertContains(clientMeets("\0\0\022\4\0\0\0\0\0\0"), "HTTP/2");
    assertContains(clientMeets("\025\003\001\0\002\2\50"), "TLS");
    assertContains(clientMeets("\1\2\3\4\5\6\7"), "another protocol");
    assertContains(serverMeets("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"), "HTTP/2");
    assertContains(serverMeets("\026\003\001\2\0\1\0"), "TLS");
    assertContains(serverMeets("GET / HTTP/1.1\r\n"), "HTTP/1");
    assertContains(serverMeets("GARBAGE"), "another protocol");
  }

  private static String clientMeets(String text) {
    ScriptedClient client = new ScriptedClient(List.of("shm"));
    client.machine.start();
    client.machine.onBytes(ByteBuffer.wrap(text.getBytes(StandardCharsets.ISO_8859_1)));
    String message = message(client.failure, BootstrapFailure.Kind.FOREIGN);
    assertContains(message, "server:7470", "check the port");
    return message;
  }

  private static String serverMeets(String text) {
    ScriptedServer server = new ScriptedServer(List.of("shm"));
    server.machine.onBytes(ByteBuffer.wrap(text.getBytes(StandardCharsets.ISO_8859_1)));
    assertEquals(0, server.takeOut().length, "a stranger is told nothing");
    return message(server.failure, BootstrapFailure.Kind.FOREIGN);
  }

  @Test
  void aServerThatClosesAtOnceIsProbablySomethingElse() {
    client.machine.start();
    client.machine.onEnd("");
    assertContains(message(client.failure, BootstrapFailure.Kind.FOREIGN), "closed the connection");
  }

  @Test
  void aConnectionThatEndsInTheMiddleIsALoss() {
    client.answersAtOnce = false;
    Transcript.of(client, server);
    client.machine.onEnd("Connection reset");
    assertContains(message(client.failure, BootstrapFailure.Kind.LOST), "Connection reset");
    server.machine.onEnd("");
    message(server.failure, BootstrapFailure.Kind.LOST);
  }

  @Test
  void aServerWhoseStreamBreaksWhileItWritesFailsOnceAndIsHandedNothing() {
    for (int sends = 1; sends <= 4; sends++) {
      ScriptedServer broken = new ScriptedServer(List.of("shm", "roce"));
      broken.sendsUntilReset = sends;
      Transcript.of(new ScriptedClient(List.of("shm", "roce")), broken);
      assertEquals(1, broken.failures, "reset at send " + sends);
      assertFalse(broken.established, "reset at send " + sends);
      message(broken.failure, BootstrapFailure.Kind.LOST);
      assertFalse(broken.machine.isOpen(), "reset at send " + sends);
    }
  }

  @Test
  void aClientWhoseStreamBreaksWhileItWritesFailsOnceAndKeepsWhatItMade() {
    client.sendsUntilReset = 2;
    client.machine.start();
    client.answersAtOnce = false;
    server.machine.onBytes(ByteBuffer.wrap(client.takeOut()));
    client.machine.onBytes(ByteBuffer.wrap(server.takeOut()));
    client.sendsUntilReset = 1;
    assertFalse(
        client.machine.accepted(Octets.of(new byte[0]), client.ports, List.of(1)),
        "the domain is the caller's to give back");
    assertEquals(1, client.failures);
    assertFalse(client.machine.isOpen());
  }

  @Test
  void aRefusalThatMeetsABrokenStreamIsOneFailure() {
    ScriptedServer broken = new ScriptedServer(List.of("shm"));
    broken.sendsUntilReset = 1;
    broken.machine.refuse(RefuseCode.BUSY, "others wanted the place", List.of());
    assertEquals(1, broken.failures);
    broken.machine.fail(RefuseCode.INTERNAL, BootstrapFailure.Kind.INTERNAL, "late");
    assertEquals(1, broken.failures);
  }

  @Test
  void anotherMajorVersionIsRefusedWithBothNumbers() {
    byte[] preamble = FrameReader.preamble();
    preamble[4] = 9;
    server.machine.onBytes(ByteBuffer.wrap(preamble));
    assertContains(
        message(server.failure, BootstrapFailure.Kind.VERSION), "version 9", "version 1");
    client.machine.start();
    client.machine.onBytes(ByteBuffer.wrap(preamble));
    assertContains(
        message(client.failure, BootstrapFailure.Kind.VERSION), "version 9", "version 1");
    ScriptedClient told = new ScriptedClient(List.of("shm"));
    told.machine.start();
    told.machine.onBytes(ByteBuffer.wrap(server.takeOut()));
    message(told.failure, BootstrapFailure.Kind.VERSION);
  }

  @Test
  void anotherMinorVersionAndReservedBitsAreIgnored() {
    byte[] fromClient = Transcript.of(client, server).bytesOf("C");
    fromClient[5] = 77;
    fromClient[6] = 1;
    fromClient[Wire.PREAMBLE_BYTES + 1] = 0x7F;
    fromClient[Wire.PREAMBLE_BYTES + 2] = -1;
    ScriptedServer lenient = new ScriptedServer(List.of("shm", "roce"));
    lenient.machine.onBytes(ByteBuffer.wrap(fromClient));
    assertTrue(lenient.established, "" + lenient.failure);
  }

  @Test
  void anOfferCanBeAnsweredOnlyOnce() {
    server.failing.add("shm");
    client.failing.add("roce");
    Transcript said = Transcript.of(client, server);
    ScriptedServer patient = new ScriptedServer(List.of("shm", "roce"));
    patient.failing.add("shm");
    byte[] fromClient = said.bytesOf("C");
    // Without the final REFUSE, then the same answer again.
    byte[] answer = new Answer(
            ScriptedServer.KEY,
            "shm",
            List.of(new Port(0, "p")),
            List.of(1),
            Wire.MAX_STRANDS,
            Octets.of(new byte[1]),
            List.of())
        .encode();
    int helloEnd = fromClient.length;
    patient.machine.onBytes(ByteBuffer.wrap(fromClient, 0, helloOnly(fromClient, helloEnd)));
    patient.machine.onBytes(ByteBuffer.wrap(answer));
    assertNull(patient.failure, "" + patient.failure);
    patient.machine.onBytes(ByteBuffer.wrap(answer));
    assertContains(message(patient.failure, BootstrapFailure.Kind.PROTOCOL), "twice");
  }

  /** Length of preamble and HELLO. */
  private static int helloOnly(byte[] bytes, int most) {
    ByteBuffer view = ByteBuffer.wrap(bytes);
    int end = Wire.PREAMBLE_BYTES
        + Wire.FRAME_HEADER_BYTES
        + view.getInt(Wire.PREAMBLE_BYTES + Integer.BYTES);
    assertTrue(end < most, end + " of " + most);
    return end;
  }

  @Test
  void aLostLifelineFindsItsSessionAgain() {
    byte[] resume = new Resume(ScriptedServer.KEY, ScriptedServer.TOKEN).encode();
    server.machine.onBytes(ByteBuffer.wrap(FrameReader.preamble()));
    server.machine.onBytes(ByteBuffer.wrap(resume));
    assertTrue(server.resumed, "" + server.failure);
  }

  @Test
  void aResumeWithAWrongTokenFindsNothing() {
    Octets wrong = Octets.of(new byte[Wire.TOKEN_BYTES]);
    server.machine.onBytes(ByteBuffer.wrap(FrameReader.preamble()));
    server.machine.onBytes(ByteBuffer.wrap(new Resume(ScriptedServer.KEY, wrong).encode()));
    assertFalse(server.resumed, "resumed with a wrong token");
    assertContains(message(server.failure, BootstrapFailure.Kind.REFUSED), "there is no session");
  }

  private static String message(@Nullable BootstrapFailure failure, BootstrapFailure.Kind kind) {
    BootstrapFailure present = Objects.requireNonNull(failure, "no failure");
    assertEquals(kind, present.kind(), present.message());
    return present.message();
  }

  private static void assertContains(String text, String... parts) {
    for (String part : parts) {
      assertTrue(text.contains(part), "'" + part + "' is not in: " + text);
    }
  }
}
