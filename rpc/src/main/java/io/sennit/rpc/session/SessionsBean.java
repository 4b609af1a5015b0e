// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc.session;

import io.sennit.base.Clock;
import io.sennit.base.MemoryAccount;
import io.sennit.rpc.AdmissionReport;
import io.sennit.rpc.MemoryUse;
import io.sennit.rpc.PathReport;
import io.sennit.rpc.SessionsMXBean;
import io.sennit.rpc.ThreadsMXBean;
import java.lang.management.ManagementFactory;
import java.util.List;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import jdk.jfr.FlightRecorder;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A book of sessions as JMX and Java Flight Recorder show it. */
final class SessionsBean implements SessionsMXBean {
  private static final Logger LOG = LoggerFactory.getLogger(SessionsBean.class);

  private final SessionBook book;
  private final ProcessMemory memory;
  private final Clock clock;

  SessionsBean(SessionBook book, ProcessMemory memory, Clock clock) {
    this.book = book;
    this.memory = memory;
    this.clock = clock;
  }

  /** Registers it with both, beside the caller: making the MBean server takes its time. */
  void register() {
    Thread.ofVirtual().name("sennit-jmx").start(() -> {
      if (FlightRecorder.isAvailable()) {
        FlightRecorder.addPeriodicEvent(PathQualityEvent.class, this::sample);
      }
      try {
        MBeanServer server = ManagementFactory.getPlatformMBeanServer();
        server.registerMBean(this, new ObjectName(NAME));
        server.registerMBean(new ThreadsBean(), new ObjectName(ThreadsMXBean.NAME));
      } catch (JMException | LinkageError e) {
        // Such as a second copy of this library, in another class loader; or too few open files.
        LOG.debug("sessions are not shown by JMX: {}", e.toString());
      }
    });
  }

  /** Records every path, if anybody records them. */
  void sample() {
    getPaths().forEach(path -> new PathQualityEvent(path).commit());
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
