// SPDX-License-Identifier: Apache-2.0
/**
 * The shell around the RoCEv2 engine: sockets, the event loop's sleep, the rendezvous of two
 * processes, and the provider that finds the machine's addresses.
 */
@NullMarked
package io.sennit.roce.udp;

import org.jspecify.annotations.NullMarked;
