// SPDX-License-Identifier: Apache-2.0
package io.sennit.roce;

/**
 * The constants of DCQCN, from Zhu et al., Congestion Control for Large-Scale RDMA Deployments,
 * SIGCOMM 2015, unless another source is named. Rates are in bytes per second.
 *
 * @param gain g: how much of alpha is the latest report
 * @param alphaNanos K: a silence after which alpha decays, once each
 * @param stepNanos T: after so much time the rate takes a step
 * @param stepBytes B: after so many bytes it takes another
 * @param recoverySteps F: steps that only return half of the way to where the rate was
 * @param reportNanos N: two reports within this time are one
 * @param additive R_AI: what later steps add
 * @param hyper what they add once time and bytes have both made more than F steps; ten times R_AI
 *     as with NICs (rpg_hai_rate beside rpg_ai_rate)
 * @param least no report makes the rate less: 100 Mbit/s, Sennit's choice. NICs have 1 Mbit/s, with
 *     which a peer that forges reports all but stops a queue pair
 * @param most the rate at the start and at the end of all growth: a port's, which the engine does
 *     not know; 100 Gbit/s
 */
record DcqcnParameters(
    double gain,
    long alphaNanos,
    long stepNanos,
    long stepBytes,
    int recoverySteps,
    long reportNanos,
    double additive,
    double hyper,
    double least,
    double most) {
  static final DcqcnParameters STANDARD = new DcqcnParameters(
      1 / 256.0, 55_000, 55_000, 10_000_000, 5, 50_000, 5e6, 50e6, 12.5e6, 12.5e9);
}
