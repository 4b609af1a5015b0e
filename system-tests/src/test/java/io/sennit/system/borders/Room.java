// SPDX-License-Identifier: Apache-2.0
package io.sennit.system.borders;

import com.tngtech.archunit.core.domain.JavaClass;
import java.util.Arrays;
import java.util.Optional;
import java.util.Set;

/** A room of the house and the rooms that it may import, as in ARCHITECTURE.md. */
enum Room {
  BASE("io.sennit.base"),
  VERBS("io.sennit.verbs", BASE),
  VERBS_TCK("io.sennit.verbs.tck", BASE, VERBS),
  SHM("io.sennit.shm", BASE, VERBS),
  ROCE("io.sennit.roce", BASE, VERBS),
  MULTIPATH("io.sennit.multipath", BASE, VERBS),
  RPC("io.sennit.rpc", BASE, VERBS, MULTIPATH),
  GRPC("io.sennit.grpc", BASE, RPC),
  TOOLS("io.sennit.tools", BASE, RPC, GRPC),
  EXAMPLES("io.sennit.examples", BASE, VERBS, MULTIPATH, RPC, GRPC, TOOLS),
  BENCHMARKS("io.sennit.benchmarks", BASE, VERBS, ROCE, MULTIPATH, RPC, GRPC, TOOLS, EXAMPLES),
  SIMULATOR("io.sennit.simulator", BASE, VERBS, ROCE, MULTIPATH, RPC, TOOLS);

  private final String packageName;
  // Set.of is immutable, which Error Prone cannot see.
  @SuppressWarnings("ImmutableEnumChecker")
  private final Set<Room> mayImport;

  Room(String packageName, Room... mayImport) {
    this.packageName = packageName;
    this.mayImport = Set.of(mayImport);
  }

  String packageName() {
    return packageName;
  }

  boolean mayImport(Room other) {
    return other == this || mayImport.contains(other);
  }

  /** The room with the longest matching name, since the contract suite's lies within verbs'. */
  static Optional<Room> of(JavaClass javaClass) {
    return Arrays.stream(values())
        .filter(room -> (javaClass.getPackageName() + ".").startsWith(room.packageName + "."))
        .max((one, other) -> one.packageName.length() - other.packageName.length());
  }
}
