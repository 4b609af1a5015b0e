// SPDX-License-Identifier: Apache-2.0
package io.sennit.system.borders;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.assignableTo;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.properties.HasName.Predicates.nameMatching;
import static com.tngtech.archunit.lang.conditions.ArchPredicates.are;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaCall;
import com.tngtech.archunit.lang.ArchRule;
import java.util.List;

/** The rules, each with the reason that is printed when it is broken. */
final class Borders {
  /** What {@code sennit simulate} runs. */
  private static final String[] SIMULATED_BY_COMMANDS = {
    "io.sennit.simulator.swarm..",
    "io.sennit.simulator.experiment..",
    "io.sennit.simulator.congestion.."
  };

  private Borders() {}

  static final ArchRule ROOMS_IMPORT_WHAT_THE_PLAN_ALLOWS = classes()
      .that(resideInAPackage("io.sennit.."))
      .should(new ImportOnlyAllowedRooms())
      .because("an arrow of ARCHITECTURE.md means 'imports' and there are no others");

  static final ArchRule PROVIDERS_ARE_NOT_NAMED = noClasses()
      .that()
      .resideOutsideOfPackages("io.sennit.shm..", "io.sennit.roce..", "io.sennit.simulator..")
      .should()
      .dependOnClassesThat()
      .resideInAnyPackage(
          "io.sennit.shm..", "io.sennit.roce", "io.sennit.roce.wire..", "io.sennit.roce.udp..")
      .because("providers are found by ServiceLoader only; what one offers lies in its spi");

  static final ArchRule THE_SIMULATOR_DRIVES_THE_ENGINE_ONLY = noClasses()
      .that()
      .resideInAPackage("io.sennit.simulator..")
      .should()
      .dependOnClassesThat()
      .resideInAnyPackage("io.sennit.roce.udp..", "io.sennit.shm..")
      .because("a simulated world has neither sockets nor other processes");

  static final ArchRule ONLY_THE_COMMANDS_OF_THE_SIMULATOR_KNOW_TOOLS = noClasses()
      .that(are(resideInAPackage("io.sennit.simulator..")
          .and(not(resideInAnyPackage(SIMULATED_BY_COMMANDS)))))
      .should()
      .dependOnClassesThat(
          are(resideInAnyPackage("io.sennit.tools..", "picocli..", "com.google.gson..")
              .or(resideInAnyPackage(SIMULATED_BY_COMMANDS))))
      .because("tests of users run on the rest without the jars that commands need");

  static final ArchRule ONLY_BASE_READS_THE_CLOCK = noClasses()
      .that()
      .resideOutsideOfPackage("io.sennit.base..")
      .should()
      .callMethodWhere(calls(Sources.CLOCK))
      .because("time is given as a Clock, so that a test or a simulator can give its own");

  static final ArchRule ONLY_BASE_SLEEPS = noClasses()
      .that()
      .resideOutsideOfPackage("io.sennit.base..")
      .should()
      .callMethodWhere(calls(Sources.SLEEP))
      .because("a wait is for an event, with a bound, never for time to pass");

  static final ArchRule ONLY_BASE_MAKES_RANDOMNESS = noClasses()
      .that()
      .resideOutsideOfPackage("io.sennit.base..")
      .should()
      .callCodeUnitWhere(calls(Sources.RANDOMNESS))
      .because("randomness is given as Randomness, so that a seed replays a run");

  static final ArchRule RESTRICTED_METHODS_STAY_IN_THEIR_ROOMS = noClasses()
      .that()
      .resideOutsideOfPackages(
          "io.sennit.base..",
          "io.sennit.shm.os..",
          "io.sennit.roce.udp..",
          "io.sennit.ibverbs.abi..")
      .should()
      .callMethodWhere(calls(Sources.RESTRICTED))
      .because("a wrong downcall or reinterpretation crashes the JVM, so few may make one");

  static final ArchRule NOBODY_USES_UNSAFE = noClasses()
      .should()
      .dependOnClassesThat(are(nameMatching("(sun\\.misc|jdk\\.internal\\.misc)\\.Unsafe")))
      .because("the FFM API and VarHandles do it all and will stay");

  static final ArchRule SOCKETS_STAY_IN_THEIR_SHELLS = noClasses()
      .that()
      .resideOutsideOfPackages(
          "io.sennit.roce.udp..",
          "io.sennit.shm..",
          "io.sennit.rpc.session.socket..",
          "io.sennit.benchmarks.multipath.tcp..")
      .should()
      .dependOnClassesThat(are(assignableTo("java.net.Socket")
          .or(assignableTo("java.net.ServerSocket"))
          .or(assignableTo("java.net.DatagramSocket"))
          .or(assignableTo("java.nio.channels.NetworkChannel"))
          .or(assignableTo("java.net.http.HttpClient"))))
      .because("cores are sans-IO; a thin shell holds the socket; a peer to measure is one");

  static final ArchRule GRPC_IS_SEEN_BY_ITS_OWN_ROOM_AND_THE_LEAVES = noClasses()
      .that()
      .resideOutsideOfPackages(
          "io.sennit.grpc..", "io.sennit.tools..", "io.sennit.examples..", "io.sennit.benchmarks..")
      .should()
      .dependOnClassesThat(are(resideInAPackage("io.grpc..")))
      .because("the native API stands without gRPC");

  static final ArchRule GRPC_INTERNALS_ARE_TOUCHED_IN_ONE_PACKAGE = noClasses()
      .that()
      .resideOutsideOfPackage("io.sennit.grpc.transport")
      .should()
      .dependOnClassesThat(are(resideInAPackage("io.grpc.internal..")))
      .because("io.grpc.internal drifts from release to release");

  static final ArchRule COPIES_ARE_COUNTED = noClasses()
      .that(are(resideInAnyPackage("io.sennit.multipath..", "io.sennit.rpc..")))
      .should()
      .callMethodWhere(calls(Sources.COPY))
      .because("'zero copy' is a number: io.sennit.base.Copies has every copy");

  static final ArchRule NAMES_SAY_WHAT_A_CLASS_IS = noClasses()
      .that(resideInAPackage("io.sennit.."))
      .should()
      .haveNameMatching(".*(Manager|Helper|Util|Utils|Impl)")
      .because("such a name says that the idea was not found");

  /** All of them, for a test to walk through. */
  static final List<ArchRule> ALL = List.of(
      ROOMS_IMPORT_WHAT_THE_PLAN_ALLOWS,
      PROVIDERS_ARE_NOT_NAMED,
      THE_SIMULATOR_DRIVES_THE_ENGINE_ONLY,
      ONLY_THE_COMMANDS_OF_THE_SIMULATOR_KNOW_TOOLS,
      ONLY_BASE_READS_THE_CLOCK,
      ONLY_BASE_SLEEPS,
      ONLY_BASE_MAKES_RANDOMNESS,
      RESTRICTED_METHODS_STAY_IN_THEIR_ROOMS,
      NOBODY_USES_UNSAFE,
      SOCKETS_STAY_IN_THEIR_SHELLS,
      GRPC_IS_SEEN_BY_ITS_OWN_ROOM_AND_THE_LEAVES,
      GRPC_INTERNALS_ARE_TOUCHED_IN_ONE_PACKAGE,
      COPIES_ARE_COUNTED,
      NAMES_SAY_WHAT_A_CLASS_IS);

  private static DescribedPredicate<JavaCall<?>> calls(List<String> targets) {
    return DescribedPredicate.describe(
        "one of " + targets, call -> targets.contains(Sources.nameOf(call)));
  }
}
