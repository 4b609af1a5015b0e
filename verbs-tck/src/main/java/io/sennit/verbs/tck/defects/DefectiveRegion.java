// SPDX-License-Identifier: Apache-2.0
package io.sennit.verbs.tck.defects;

import io.sennit.verbs.Access;
import io.sennit.verbs.MemoryRegion;
import java.lang.foreign.MemorySegment;
import java.util.Set;

/** Passes everything through, and remembers to whom it belongs. */
class DefectiveRegion implements MemoryRegion {
  private final MemoryRegion inner;
  private final DefectiveDomain domain;
  private final Set<Access> access;

  DefectiveRegion(MemoryRegion inner, DefectiveDomain domain, Set<Access> access) {
    this.inner = inner;
    this.domain = domain;
    this.access = Set.copyOf(access);
  }

  /** For those that override something. */
  DefectiveRegion(DefectiveRegion plain) {
    this(plain.inner, plain.domain, plain.access);
  }

  static MemoryRegion unwrap(MemoryRegion region) {
    return region instanceof DefectiveRegion defective ? defective.inner : region;
  }

  final MemoryRegion inner() {
    return inner;
  }

  final DefectiveDomain domain() {
    return domain;
  }

  final boolean allows(Access right) {
    return access.contains(right);
  }

  final boolean isAlive() {
    return inner.segment().scope().isAlive();
  }

  final boolean holds(long address) {
    long offset = address - inner.address();
    return isAlive() && offset >= 0 && offset < inner.length();
  }

  @Override
  public MemorySegment segment() {
    return inner.segment();
  }

  @Override
  public long address() {
    return inner.address();
  }

  @Override
  public long length() {
    return inner.length();
  }

  @Override
  public int remoteKey() {
    return inner.remoteKey();
  }

  @Override
  public boolean deregister() {
    return inner.deregister();
  }
}
