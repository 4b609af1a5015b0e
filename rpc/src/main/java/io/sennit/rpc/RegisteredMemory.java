// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc;

import io.sennit.base.MemoryAccount;
import io.sennit.verbs.Access;
import io.sennit.verbs.MemoryRegion;
import io.sennit.verbs.OutOfRegisteredMemoryException;
import io.sennit.verbs.ProtectionDomain;
import java.util.Set;

/**
 * Regions of one domain, charged to an account before they are registered and released after they
 * are deregistered, or with the domain. Safe from any thread.
 */
final class RegisteredMemory {
  private final ProtectionDomain domain;
  private final MemoryAccount account;
  private final Runnable onShort;
  private long chargedBytes;
  private boolean closed;

  /** @param onShort told when the account had no room */
  RegisteredMemory(ProtectionDomain domain, MemoryAccount account, Runnable onShort) {
    this.onShort = onShort;
    this.domain = domain;
    this.account = account;
  }

  MemoryAccount account() {
    return account;
  }

  /**
   * Registers a region.
   *
   * @throws OutOfRegisteredMemoryException if the account or the domain has no room
   */
  MemoryRegion allocate(long bytes, Set<Access> access) {
    if (!charge(bytes)) {
      onShort.run();
      throw new OutOfRegisteredMemoryException(
          account.obstacle(bytes).orElse(account.name() + " had no room for a moment"));
    }
    try {
      return domain.allocate(bytes, access);
    } catch (RuntimeException | Error e) {
      release(bytes);
      throw e;
    }
  }

  private synchronized boolean charge(long bytes) {
    boolean charged = !closed && account.tryCharge(bytes);
    chargedBytes += charged ? bytes : 0;
    return charged;
  }

  /** Deregisters a region of that many bytes; false if it must be tried again. */
  boolean deregister(MemoryRegion region, long bytes) {
    boolean done = region.deregister();
    if (done) {
      release(bytes);
    }
    return done;
  }

  private void release(long bytes) {
    synchronized (this) {
      if (closed) {
        return; // It went with the domain.
      }
      chargedBytes -= bytes;
    }
    account.release(bytes);
  }

  /** The domain is closed: nothing of it is left. */
  void onDomainClosed() {
    long left;
    synchronized (this) {
      closed = true;
      left = chargedBytes;
      chargedBytes = 0;
    }
    account.release(left);
  }
}
