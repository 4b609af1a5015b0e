// SPDX-License-Identifier: Apache-2.0
package io.sennit.benchmarks.demo;

/** The first line of the server process. */
record ServerGreeting(int port) {}
