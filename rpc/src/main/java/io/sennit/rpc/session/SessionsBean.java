// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc.session;

import io.sennit.base.Clock;
import io.sennit.base.MemoryAccount;
import io.sennit.base.OptionalModule;
import io.sennit.rpc.AdmissionReport;
import io.sennit.rpc.MemoryUse;
import io.sennit.rpc.PathReport;
import io.sennit.rpc.SessionsMXBean;
import java.util.List;

/** A book of sessions as JMX and Java Flight Recorder show it. */
final class SessionsBean implements SessionsMXBean {
  private final SessionBook book;
  private final ProcessMemory memory;
  private final Clock clock;

  SessionsBean(SessionBook book, ProcessMemory memory, Clock clock) {
    this.book = book;
    this.memory = memory;
    this.clock = clock;
  }

  /**
   * Registers it with those of both that this JVM has, beside the caller: making the MBean server
   * takes its time. This type names no class of either.
   */
  void register() {
    Thread.ofVirtual().name("sennit-jmx").start(() -> {
      if (OptionalModule.FLIGHT_RECORDER.isPresent()) {
        FlightSampler.register(this);
      }
      if (OptionalModule.MANAGEMENT.isPresent()) {
        Management.register(this);
      }
    });
  }

  @Override
  public int getLive() {
    return book.live();
  }

  @Override
  public List<PathReport> getPaths() {
    return book.reports(clock.nanoTime());
  }

  @Override
  public List<AdmissionReport> getAdmissions() {
    return book.admissions(clock.nanoTime());
  }

  @Override
  public MemoryUse getHeap() {
    return use(memory.heap());
  }

  @Override
  public MemoryUse getRegistered() {
    return use(memory.registered());
  }

  @Override
  public long getRefusedSessions() {
    return memory.refusedSessions();
  }

  private static MemoryUse use(MemoryAccount account) {
    return new MemoryUse(
        account.limitBytes(), account.chargedBytes(), account.peakBytes(), account.refusals());
  }
}
