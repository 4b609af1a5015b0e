// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc.session;

import io.sennit.verbs.CompletionChannel;
import io.sennit.verbs.Device;

/** An open provider with the loop that serves its sessions: one device, one channel, one loop. */
record ProviderLoop(
    String name, Device device, CompletionChannel channel, SessionLoop loop, PortBook ports) {}
