// SPDX-License-Identifier: Apache-2.0
/** The packet device {@code pcap}: a capture that Wireshark reads. */
@NullMarked
package io.sennit.roce.udp.pcap;

import org.jspecify.annotations.NullMarked;
