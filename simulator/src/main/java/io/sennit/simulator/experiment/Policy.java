// SPDX-License-Identifier: Apache-2.0
package io.sennit.simulator.experiment;

import java.util.List;

/** Ways to spread a flow, and the model that runs them. */
public enum Policy {
  /** One queue pair, one route by hash: flows meet on some links, and leave others empty. */
  ONE_PATH("ECMP, a path each", Model.LIGHT),
  /** As many queue pairs as there are strands, each with an equal part from the start. */
  STATIC_STRIPES("static striping", Model.LIGHT),
  /** Every packet by the next route. */
  ROUND_ROBIN("round-robin spray", Model.LIGHT),
  /** {@link MpRdma}. */
  MP_RDMA("MP-RDMA style", Model.LIGHT),
  /** {@link Reps}. */
  REPS("REPS style", Model.LIGHT),
  /** The production braid on the model of a NIC. */
  SENNIT("Sennit", Model.LIGHT),
  /** The production braid on the production engine. */
  SENNIT_FULL("Sennit, full stack", Model.FULL);

  /** How much of it is the real thing. */
  public enum Model {
    /** Packets without bytes, one acknowledgement each, repair of what is lost. */
    LIGHT,
    /** Every byte, by the production engine. */
    FULL
  }

  private final String label;
  private final Model model;

  Policy(String label, Model model) {
    this.label = label;
    this.model = model;
  }

  /** For people. */
  public String label() {
    return label;
  }

  public Model model() {
    return model;
  }

  /** Those that a plan asks for. */
  static List<Policy> of(Plan plan) {
    return List.of(values()).stream()
        .filter(each -> plan.fullStack() || each.model() == Model.LIGHT)
        .toList();
  }
}
