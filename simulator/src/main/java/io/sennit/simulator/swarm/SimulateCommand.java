// SPDX-License-Identifier: Apache-2.0
package io.sennit.simulator.swarm;

import io.sennit.simulator.congestion.CongestionCommand;
import io.sennit.simulator.experiment.ExperimentCommand;
import io.sennit.tools.spi.Command;

/** {@code sennit simulate}: what can be tried in virtual time. */
@picocli.CommandLine.Command(
    name = "simulate",
    description = "Run the production code on whole fabrics in virtual time.",
    subcommands = {SwarmCommand.class, ExperimentCommand.class, CongestionCommand.class})
public final class SimulateCommand implements Command {
  /** Made by the service loader. */
  public SimulateCommand() {}

  @Override
  public Object command() {
    return this;
  }
}
