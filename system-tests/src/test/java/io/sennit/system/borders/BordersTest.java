// SPDX-License-Identifier: Apache-2.0
package io.sennit.system.borders;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.EvaluationResult;
import io.sennit.multipath.fixture.BreaksBorders;
import io.sennit.multipath.fixture.LuckManager;
import io.sennit.roomless.fixture.Homeless;
import io.sennit.rpc.fixture.BreaksGrpcBorders;
import io.sennit.simulator.fixture.SimulatorWithCommands;
import io.sennit.simulator.fixture.SimulatorWithSockets;
import java.util.Arrays;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

final class BordersTest {
  private static final JavaClasses PRODUCTION = new ClassFileImporter()
      .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
      .importPackages("io.sennit");

  static Stream<ArchRule> rules() {
    return Borders.ALL.stream();
  }

  @ParameterizedTest
  @MethodSource("rules")
  void theHouseKeepsIts(ArchRule rule) {
    EvaluationResult result = rule.allowEmptyShould(true).evaluate(PRODUCTION);
    assertFalse(result.hasViolation(), () -> result.getFailureReport().toString());
  }

  static Stream<Arguments> trespasses() {
    return Stream.of(
        arguments(Borders.ROOMS_IMPORT_WHAT_THE_PLAN_ALLOWS, BreaksBorders.class),
        arguments(Borders.ROOMS_IMPORT_WHAT_THE_PLAN_ALLOWS, Homeless.class),
        arguments(Borders.PROVIDERS_ARE_NOT_NAMED, BreaksBorders.class),
        arguments(Borders.THE_SIMULATOR_DRIVES_THE_ENGINE_ONLY, SimulatorWithSockets.class),
        arguments(
            Borders.ONLY_THE_COMMANDS_OF_THE_SIMULATOR_KNOW_TOOLS, SimulatorWithCommands.class),
        arguments(Borders.ONLY_BASE_READS_THE_CLOCK, BreaksBorders.class),
        arguments(Borders.ONLY_BASE_SLEEPS, BreaksBorders.class),
        arguments(Borders.ONLY_BASE_MAKES_RANDOMNESS, BreaksBorders.class),
        arguments(Borders.RESTRICTED_METHODS_STAY_IN_THEIR_ROOMS, BreaksBorders.class),
        arguments(Borders.NOBODY_USES_UNSAFE, someoneWhoUsesUnsafe()),
        arguments(Borders.SOCKETS_STAY_IN_THEIR_SHELLS, BreaksBorders.class),
        arguments(Borders.GRPC_IS_SEEN_BY_ITS_OWN_ROOM_AND_THE_LEAVES, BreaksGrpcBorders.class),
        arguments(Borders.GRPC_INTERNALS_ARE_TOUCHED_IN_ONE_PACKAGE, BreaksGrpcBorders.class),
        arguments(Borders.COPIES_ARE_COUNTED, BreaksBorders.class),
        arguments(Borders.NAMES_SAY_WHAT_A_CLASS_IS, LuckManager.class));
  }

  /** Not our own: javac refuses to compile one under -Werror. */
  private static Class<?> someoneWhoUsesUnsafe() {
    try {
      return Class.forName("com.google.protobuf.UnsafeUtil");
    } catch (ClassNotFoundException e) {
      throw new AssertionError("protobuf has changed: name another user of Unsafe", e);
    }
  }

  @ParameterizedTest
  @MethodSource("trespasses")
  void aTrespassIsCaughtBy(ArchRule rule, Class<?> trespasser) {
    EvaluationResult result = rule.evaluate(new ClassFileImporter().importClasses(trespasser));
    assertTrue(result.hasViolation(), () -> trespasser + " does not break: " + rule);
  }

  @Test
  void everyRuleHasATrespasser() {
    Set<Object> broken = trespasses().map(row -> row.get()[0]).collect(Collectors.toSet());
    assertTrue(broken.containsAll(Borders.ALL), () -> "never broken: " + missingFrom(broken));
  }

  @Test
  void everyRoomWasSeen() {
    Set<String> seen = PRODUCTION.stream()
        .flatMap(javaClass -> Room.of(javaClass).stream())
        .map(Room::name)
        .collect(Collectors.toSet());
    Set<String> all = Arrays.stream(Room.values()).map(Room::name).collect(Collectors.toSet());
    assertTrue(seen.containsAll(all), () -> "seen " + seen + " of " + all);
  }

  private static String missingFrom(Set<Object> broken) {
    return Borders.ALL.stream()
        .filter(rule -> !broken.contains(rule))
        .map(ArchRule::getDescription)
        .collect(Collectors.joining("; "));
  }
}
