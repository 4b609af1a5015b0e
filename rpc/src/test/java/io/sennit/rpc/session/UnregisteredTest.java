// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc.session;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.sennit.verbs.spi.VerbsProvider;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What is in a jar and found by nobody is noticed, and nothing else. */
final class UnregisteredTest {
  private static final ClassLoader HERE = UnregisteredTest.class.getClassLoader();
  private static final List<VerbsProvider> FOUND = LoopGroup.findProviders();

  @Test
  void allThatAreHereAreFoundByTheirServiceFiles() {
    assertEquals(List.of(), Unregistered.among(FOUND, HERE));
  }

  @Test
  void aProviderWhoseServiceFileWasLostIsNamed() {
    List<VerbsProvider> first =
        FOUND.stream().filter(each -> each.name().equals("shm")).toList();
    assertEquals(List.of("roce"), Unregistered.among(first, HERE));
    assertEquals(List.of("shm", "roce"), Unregistered.among(List.of(), HERE));
  }

  @Test
  void whatIsNotHereIsNotMissed() {
    ClassLoader bare = ClassLoader.getPlatformClassLoader();
    assertEquals(List.of(), Unregistered.among(List.of(), bare));
  }
}
