// SPDX-License-Identifier: Apache-2.0
/**
 * Packets that say how long they are and carry nothing: reliable transport over a simulated fabric,
 * light enough for a thousand hosts, and a model of a NIC on it that runs production braids.
 *
 * <p>What is modelled: packets with numbers, one acknowledgement for each, repair of what is lost
 * and of nothing else, marks, timers. What is not: bytes of payload but those of SEND, checksums,
 * keys. Information goes from one side to the other in packets of the fabric only, but for the
 * bytes of SENDs, which lie beside the packets that they arrive with.
 */
@NullMarked
package io.sennit.simulator.light;

import org.jspecify.annotations.NullMarked;
