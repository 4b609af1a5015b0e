// SPDX-License-Identifier: Apache-2.0
package io.sennit.benchmarks.demo;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestOutputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;

/** Compares files by their SHA-256. */
final class Sha256Files {
  private Sha256Files() {}

  /** Whether all files exist and have the same hash. */
  static boolean equal(Path first, Path... others) throws IOException {
    byte[] expected = hash(first);
    for (Path other : others) {
      if (!Files.isRegularFile(other) || !Arrays.equals(expected, hash(other))) {
        return false;
      }
    }
    return true;
  }

  private static byte[] hash(Path file) throws IOException {
    try (InputStream in = Files.newInputStream(file);
        DigestOutputStream out = new DigestOutputStream(
            OutputStream.nullOutputStream(), MessageDigest.getInstance("SHA-256"))) {
      in.transferTo(out);
      return out.getMessageDigest().digest();
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError("every Java platform has SHA-256", e);
    }
  }
}
