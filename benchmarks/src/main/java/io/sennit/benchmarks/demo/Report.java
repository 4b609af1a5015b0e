// SPDX-License-Identifier: Apache-2.0
package io.sennit.benchmarks.demo;

import com.google.gson.Gson;
import com.google.gson.JsonObject;

/** The JSON report: Sennit's figures at the top level, the yardstick's under a key of its own. */
final class Report {
  private Report() {}

  static JsonObject of(Figures sennit, Figures netty) {
    Gson gson = new Gson();
    JsonObject report = gson.toJsonTree(sennit).getAsJsonObject();
    report.add("grpcNetty", gson.toJsonTree(netty));
    return report;
  }
}
