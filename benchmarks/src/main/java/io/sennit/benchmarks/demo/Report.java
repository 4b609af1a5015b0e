// SPDX-License-Identifier: Apache-2.0
package io.sennit.benchmarks.demo;

import com.google.gson.Gson;
import com.google.gson.JsonObject;

/**
 * The report as JSON, for scripts and for the page: the {@code roce} run, those beside it under
 * keys of their own.
 */
final class Report {
  private static final Gson GSON = new Gson();

  private Report() {}

  /** The {@code roce} run at the top level. */
  static JsonObject forScripts(Outcome outcome) {
    JsonObject report = roce(outcome);
    report.add("shm", GSON.toJsonTree(outcome.shm()));
    report.add("grpcNetty", GSON.toJsonTree(outcome.netty()));
    return report;
  }

  /**
   * What the page shows.
   *
   * @param host for people
   */
  static JsonObject forPage(Outcome outcome, String host) {
    JsonObject page = new JsonObject();
    page.addProperty("host", host);
    page.add("roce", roce(outcome));
    page.add("shm", GSON.toJsonTree(outcome.shm()));
    page.add("grpcNetty", GSON.toJsonTree(outcome.netty()));
    page.add("cut", GSON.toJsonTree(outcome.cut()));
    page.add("timeline", GSON.toJsonTree(outcome.timeline()));
    page.add("faults", GSON.toJsonTree(outcome.faults()));
    return page;
  }

  private static JsonObject roce(Outcome outcome) {
    JsonObject run = GSON.toJsonTree(outcome.roce()).getAsJsonObject();
    run.addProperty("cutStallMillis", outcome.cut().cutStallMillis());
    run.addProperty("rebuiltPathBytes", outcome.cut().rebuiltPathBytes());
    return run;
  }
}
