// SPDX-License-Identifier: Apache-2.0
package io.sennit.benchmarks.demo;

import java.util.List;

/**
 * What the server process says when it ends.
 *
 * @param executions calls that reached the service
 * @param deliveryNanos when each message of a transfer to the server was delivered to the service,
 *     by the host's monotonic clock
 */
record ServerReport(long executions, Traffic traffic, List<Long> deliveryNanos) {}
