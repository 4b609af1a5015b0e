// SPDX-License-Identifier: Apache-2.0
package io.sennit.verbs.tck;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import io.sennit.verbs.tck.defects.Defect;
import io.sennit.verbs.tck.defects.Defects;
import java.io.IOException;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.discovery.DiscoverySelectors;
import org.junit.platform.launcher.Launcher;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherConfig;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/** Every case kills a named defective provider, or it is not a case. */
final class ContractKillsDefectsTest {
  /** Nothing of the outer run's listeners and configuration. */
  private static final LauncherConfig PLAIN = LauncherConfig.builder()
      .enableLauncherSessionListenerAutoRegistration(false)
      .enableLauncherDiscoveryListenerAutoRegistration(false)
      .enableTestExecutionListenerAutoRegistration(false)
      .enablePostDiscoveryFilterAutoRegistration(false)
      .build();

  private final Map<String, Class<?>> cases = cases();

  @TestFactory
  Stream<DynamicTest> everyDefectIsCaughtByItsCases() {
    return Defects.all().stream()
        .flatMap(defect -> defect.victims().stream()
            .map(victim -> DynamicTest.dynamicTest(
                defect.name() + " -> " + victim, () -> assertKilled(defect.name(), victim))));
  }

  private void assertKilled(String name, String victim) {
    Defect fresh = Defects.all().stream()
        .filter(defect -> defect.name().equals(name))
        .findFirst()
        .orElseThrow();
    Class<?> family = Optional.<Class<?>>ofNullable(cases.get(victim))
        .orElseGet(() -> fail("no case is called " + victim));
    Throwable failure = run(fresh, family, victim)
        .getThrowable()
        .orElseGet(() -> fail(victim + " passes though " + fresh.sentence()));
    assertInstanceOf(AssertionError.class, failure, () -> "not what the case asserts: " + failure);
    String message = String.valueOf(failure.getMessage());
    assertFalse(message.startsWith(VerbsContract.CLEANING_UP), message);
  }

  @TestFactory
  Stream<DynamicTest> decoratorsWithoutADefectKeepTheContract() {
    return cases.keySet().stream()
        .map(victim -> DynamicTest.dynamicTest(victim, () -> {
          Defect none = Defect.named("none", "nothing is wrong");
          TestExecutionResult result = run(none, cases.getOrDefault(victim, Object.class), victim);
          assertEquals(TestExecutionResult.successful().toString(), result.toString());
        }));
  }

  @Test
  void everyCaseCatchesADefect() {
    Set<String> idle = new TreeSet<>(cases.keySet());
    Defects.all().forEach(defect -> idle.removeAll(defect.victims()));
    assertEquals(Set.of(), idle, "cases that no defect makes fail");
  }

  @Test
  void defectsHaveNamesOfTheirOwn() {
    List<String> names = Defects.all().stream().map(Defect::name).toList();
    assertEquals(names.size(), Set.copyOf(names).size(), () -> "names: " + names);
  }

  @Test
  void testingPageListsEveryDefect() throws IOException {
    Path page = Path.of("..", "docs", "TESTING.md");
    List<String> lines = Files.readAllLines(page);
    String table = Defects.all().stream()
        .map(ContractKillsDefectsTest::row)
        .filter(row -> !lines.contains(row))
        .collect(Collectors.joining("\n"));
    assertTrue(table.isEmpty(), () -> "rows that are missing in docs/TESTING.md:\n" + table);
  }

  private static String row(Defect defect) {
    String victims =
        defect.victims().stream().map(v -> "`" + v + "`").collect(Collectors.joining(", "));
    return "| `" + defect.name() + "` | " + defect.sentence() + " | " + victims + " |";
  }

  private static TestExecutionResult run(Defect defect, Class<?> family, String victim) {
    DefectiveContracts.use(defect);
    Launcher launcher = LauncherFactory.create(PLAIN);
    Outcome outcome = new Outcome();
    launcher.execute(
        LauncherDiscoveryRequestBuilder.request()
            .selectors(DiscoverySelectors.selectMethod(family, victim))
            .build(),
        outcome);
    return outcome.result.orElseGet(() -> fail("the case did not run: " + victim));
  }

  private static Map<String, Class<?>> cases() {
    Map<String, Class<?>> found = new TreeMap<>();
    for (Class<?> family : DefectiveContracts.FAMILIES) {
      Arrays.stream(family.getSuperclass().getDeclaredMethods())
          .filter(method -> method.isAnnotationPresent(Test.class))
          .map(Method::getName)
          .forEach(name -> assertEquals(null, found.put(name, family), "two cases: " + name));
    }
    return found;
  }

  /** How the one case ended. */
  private static final class Outcome implements TestExecutionListener {
    Optional<TestExecutionResult> result = Optional.empty();

    @Override
    public void executionFinished(TestIdentifier test, TestExecutionResult finished) {
      if (test.isTest()) {
        result = Optional.of(finished);
      }
    }
  }
}
