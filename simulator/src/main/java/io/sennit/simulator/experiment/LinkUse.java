// SPDX-License-Identifier: Apache-2.0
package io.sennit.simulator.experiment;

/**
 * How busy one direction of a cable was, of those between switches; without any, of those that lead
 * away from hosts that send.
 *
 * @param share of its bits, 0 to 1
 */
public record LinkUse(String link, double share) {}
