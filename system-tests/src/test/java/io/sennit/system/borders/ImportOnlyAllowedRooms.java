// SPDX-License-Identifier: Apache-2.0
package io.sennit.system.borders;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import java.util.Optional;

/** Breaks when a class lies in no room, or depends on a room that its own may not import. */
final class ImportOnlyAllowedRooms extends ArchCondition<JavaClass> {
  ImportOnlyAllowedRooms() {
    super("lie in a room and import only rooms that it may know");
  }

  @Override
  public void check(JavaClass javaClass, ConditionEvents events) {
    Optional<Room> room = Room.of(javaClass);
    if (room.isEmpty()) {
      events.add(SimpleConditionEvent.violated(javaClass, javaClass.getName() + " has no room"));
      return;
    }
    for (Dependency dependency : javaClass.getDirectDependenciesFromSelf()) {
      Room.of(dependency.getTargetClass())
          .filter(target -> !room.get().mayImport(target))
          .ifPresent(target ->
              events.add(SimpleConditionEvent.violated(javaClass, dependency.getDescription())));
    }
  }
}
