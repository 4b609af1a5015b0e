// SPDX-License-Identifier: Apache-2.0
package io.sennit.system.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Two users of one host: shared memory is not theirs, and the sentence says so. */
@Timeout(240)
final class OtherUserTest {
  @TempDir
  Path directory;

  @Test
  void sharedMemoryNamesTheUsersAndAnotherProviderServesThem() throws IOException {
    assumeTrue(Shell.mayBecomeSomebodyElse(), "only root can become somebody else");
    Path served = Files.createDirectory(directory.resolve("served"));
    Files.writeString(served.resolve("file"), "12345");
    Shell.run("chmod -R a+rX " + directory);
    try (Running server = Launch.whereAServerIs(directory)
        .under(Shell.somebodyElse())
        .start("blobs", "serve", "served", "--port", "0")) {
      String there = "localhost:" + server.port();
      Launch client = Launch.whereAServerIs(directory);
      client
          .with(List.of("-Dsennit.provider=shm"))
          .run("blobs", "ls", there)
          .assertFailure("the peer runs as user 65534, this process as user 0");
      assertEquals(
          "5 file",
          client.run("blobs", "ls", there).assertSuccess().out().strip().replaceAll(" +", " "));
    }
  }
}
