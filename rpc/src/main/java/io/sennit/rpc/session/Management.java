// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc.session;

import io.sennit.rpc.SessionsMXBean;
import io.sennit.rpc.ThreadsMXBean;
import java.lang.management.ManagementFactory;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Shows sessions and threads by JMX; not loaded where {@code java.management} is missing. */
final class Management {
  private static final Logger LOG = LoggerFactory.getLogger(Management.class);

  private Management() {}

  static void register(SessionsMXBean sessions) {
    try {
      MBeanServer server = ManagementFactory.getPlatformMBeanServer();
      server.registerMBean(sessions, new ObjectName(SessionsMXBean.NAME));
      server.registerMBean(new ThreadsBean(), new ObjectName(ThreadsMXBean.NAME));
    } catch (JMException | LinkageError e) {
      // Such as a second copy of this library, in another class loader; or too few open files.
      LOG.debug("sessions are not shown by JMX: {}", e.toString());
    }
  }
}
