// SPDX-License-Identifier: Apache-2.0
package io.sennit.benchmarks.demo;

/**
 * What the server process says when it ends.
 *
 * @param executions calls that reached the service
 */
record ServerReport(long executions, Traffic traffic) {}
