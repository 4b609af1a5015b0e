// SPDX-License-Identifier: Apache-2.0
package io.sennit.examples.api;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The examples say what they are meant to say. */
final class ApiExamplesTest {
  private interface Example {
    void run(PrintStream out) throws Exception;
  }

  @Test
  void echo() throws Exception {
    assertEquals(List.of("hello"), lines(Echo::run));
  }

  @Test
  void later() throws Exception {
    assertEquals(List.of("one!", "two!", "three!"), lines(Later::run));
  }

  @Test
  void streams() throws Exception {
    assertEquals(
        List.of("1", "2", "3", "ab", "you said hello", "you said bye"), lines(Streams::run));
  }

  @Test
  void intoMyMemory() throws Exception {
    assertEquals(List.of("1048576 bytes of a", "1048576 bytes of b"), lines(IntoMyMemory::run));
  }

  @Test
  void remoteCounters() throws Exception {
    assertEquals(List.of("it was 40", "it was 42", "it is 1"), lines(RemoteCounters::run));
  }

  @Test
  void whenThingsGoWrong() throws Exception {
    assertEquals(
        List.of(
            "NOT_FOUND, may be made again: false",
            "DEADLINE_EXCEEDED, may be made again: false",
            "both handlers know",
            "UNAVAILABLE, may be made again: true"),
        lines(WhenThingsGoWrong::run));
  }

  private static List<String> lines(Example example) throws Exception {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    example.run(new PrintStream(bytes, true, StandardCharsets.UTF_8));
    return bytes.toString(StandardCharsets.UTF_8).lines().toList();
  }
}
