// SPDX-License-Identifier: Apache-2.0
package io.sennit.system.borders;

import com.tngtech.archunit.core.domain.JavaCall;
import java.util.List;

/** What the JDK offers that only some rooms may use, as {@code class.method}. */
final class Sources {
  static final List<String> CLOCK = List.of(
      "java.lang.System.nanoTime",
      "java.lang.System.currentTimeMillis",
      "java.time.Instant.now",
      "java.time.LocalDate.now",
      "java.time.LocalTime.now",
      "java.time.LocalDateTime.now",
      "java.time.OffsetDateTime.now",
      "java.time.ZonedDateTime.now",
      "java.time.Clock.systemUTC",
      "java.time.Clock.systemDefaultZone",
      "java.time.InstantSource.system");

  static final List<String> SLEEP =
      List.of("java.lang.Thread.sleep", "java.util.concurrent.TimeUnit.sleep");

  static final List<String> RANDOMNESS = List.of(
      "java.lang.Math.random",
      "java.util.Random.<init>",
      "java.util.SplittableRandom.<init>",
      "java.security.SecureRandom.<init>",
      "java.security.SecureRandom.getInstanceStrong",
      "java.util.concurrent.ThreadLocalRandom.current",
      "java.util.random.RandomGenerator.getDefault",
      "java.util.random.RandomGenerator.of",
      "java.util.UUID.randomUUID",
      "java.util.Collections.shuffle");

  static final List<String> RESTRICTED = List.of(
      "java.lang.foreign.MemorySegment.reinterpret",
      "java.lang.foreign.Linker.downcallHandle",
      "java.lang.foreign.Linker.upcallStub",
      "java.lang.foreign.SymbolLookup.libraryLookup",
      "java.lang.foreign.AddressLayout.withTargetLayout",
      "java.lang.ModuleLayer$Controller.enableNativeAccess",
      "java.lang.System.load",
      "java.lang.System.loadLibrary",
      "java.lang.Runtime.load",
      "java.lang.Runtime.loadLibrary");

  static final List<String> COPY = List.of(
      "java.lang.foreign.MemorySegment.copy",
      "java.lang.foreign.MemorySegment.copyFrom",
      "java.lang.foreign.MemorySegment.toArray");

  private Sources() {}

  static String nameOf(JavaCall<?> call) {
    return call.getTargetOwner().getName() + "." + call.getTarget().getName();
  }
}
