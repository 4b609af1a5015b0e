// SPDX-License-Identifier: Apache-2.0
package io.sennit.simulator.api;

import io.sennit.simulator.fabric.Topology;
import java.util.List;
import java.util.Map;

/**
 * What a fabric is built from.
 *
 * @param hosts names, by number
 * @param specs of the links, by number
 * @param atFirst hosts that begin with so many of their ports only
 */
record FabricPlan(
    Topology topology, List<String> hosts, List<LinkSpec> specs, Map<String, Integer> atFirst) {}
