// SPDX-License-Identifier: Apache-2.0
package io.sennit.roce.udp;

import io.sennit.base.Clock;
import io.sennit.base.Randomness;
import java.util.List;

/**
 * What an open device makes event loops from.
 *
 * @param randomness unpredictable
 * @param addresses one for each port, in order; further ones may come
 * @param devices packet devices that are switched on, from the wire to the engine
 */
record Workshop(
    Clock clock,
    Randomness randomness,
    RoceConfig config,
    Addresses addresses,
    List<DeviceChain.Choice> devices) {}
