// SPDX-License-Identifier: Apache-2.0
package io.sennit.simulator.experiment;

import com.google.gson.JsonArray;
import com.google.gson.JsonNull;
import com.google.gson.JsonObject;
import com.google.gson.JsonPrimitive;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;

/** An experiment's results as JSON: for programs, and for the page. Stateless. */
final class Report {
  /** Points of a line in a plot. */
  private static final int POINTS = 400;

  private static final double MICROS = 1e3;

  private Report() {}

  /**
   * Everything.
   *
   * @param plans the summaries of each plan, in the order of the experiment
   * @param machine what it ran on, in words
   */
  static JsonObject of(Experiment experiment, List<List<Summary>> plans, String machine) {
    JsonObject report = new JsonObject();
    report.addProperty("experiment", experiment.name());
    report.addProperty("question", experiment.question());
    report.addProperty("machine", machine);
    JsonArray found = new JsonArray();
    plans.forEach(summaries -> found.add(plan(experiment, summaries)));
    report.add("plans", found);
    return report;
  }

  private static JsonObject plan(Experiment experiment, List<Summary> summaries) {
    Plan plan = summaries.getFirst().plan();
    JsonObject found = new JsonObject();
    found.addProperty("name", plan.name());
    found.addProperty("sampleMicros", plan.sampleNanos() / MICROS);
    found.add(
        "faultMicros",
        plan.faults().isEmpty()
            ? JsonNull.INSTANCE
            : new JsonPrimitive(plan.faultNanos() / MICROS));
    found.add("capacityGigabits", capacity(summaries));
    JsonArray rows = new JsonArray();
    summaries.forEach(each -> rows.add(row(each)));
    found.add("rows", rows);
    JsonArray behind = new JsonArray();
    Behind.of(summaries).forEach(behind::add);
    found.add("behind", behind);
    JsonArray published = new JsonArray();
    Published.about(experiment.name()).forEach(each -> published.add(published(each, summaries)));
    found.add("published", published);
    return found;
  }

  private static JsonObject published(Published each, List<Summary> summaries) {
    JsonObject found = new JsonObject();
    found.addProperty("claim", each.claim());
    found.addProperty("source", each.source());
    found.addProperty("here", each.here().apply(summaries));
    return found;
  }

  private static JsonObject row(Summary summary) {
    JsonObject row = new JsonObject();
    row.addProperty("policy", summary.policy().label());
    row.addProperty("model", summary.policy().model().name().toLowerCase(Locale.ROOT));
    row.addProperty("seeds", summary.results().size());
    row.addProperty("goodputGigabits", summary.goodputGigabits());
    add(row, "completionP50Micros", summary.completionMicros(50));
    add(row, "completionP99Micros", summary.completionMicros(99));
    row.addProperty("stallMicros", summary.stallMicros());
    add(row, "recoveryMicros", summary.recoveryMicros());
    row.addProperty("useMean", summary.meanUse());
    row.addProperty("useLeast", summary.leastUse());
    row.addProperty("useMost", summary.mostUse());
    row.addProperty("unfinishedFlows", summary.unfinishedFlows());
    summary.failures().ifPresent(failures -> row.addProperty("failures", failures));
    row.add("timelineGigabits", timeline(summary.results().getFirst()));
    return row;
  }

  private static void add(JsonObject row, String name, OptionalDouble value) {
    row.add(name, value.isPresent() ? new JsonPrimitive(value.getAsDouble()) : JsonNull.INSTANCE);
  }

  /** Pairs of time in microseconds and goodput since the one before, of the first seed. */
  private static JsonArray timeline(TrialResult result) {
    List<Long> timeline = result.timeline();
    long sampleNanos = result.plan().sampleNanos();
    int step = Math.max(1, Math.ceilDiv(timeline.size(), POINTS));
    JsonArray points = new JsonArray();
    for (int at = step; at < timeline.size(); at += step) {
      points.add(point(
          at * sampleNanos,
          (timeline.get(at) - timeline.get(at - step)) * 8.0 / (step * sampleNanos)));
    }
    return points;
  }

  /** The same of the links, at each look that finds something else than the one before. */
  private static JsonArray capacity(List<Summary> summaries) {
    TrialResult longest = summaries.stream()
        .map(each -> each.results().getFirst())
        .max(Comparator.comparingInt(each -> each.timeline().size()))
        .orElseThrow();
    Plan plan = longest.plan();
    Capacity links =
        new Capacity(plan, longest.flows().stream().map(FlowResult::spec).toList());
    JsonArray points = new JsonArray();
    double before = -1;
    for (int at = 0; at < longest.timeline().size(); at++) {
      long nanos = at * plan.sampleNanos();
      double now = links.bytesPerSecond(nanos);
      if (now != before) {
        points.add(point(nanos, now * 8 / 1e9));
      }
      before = now;
    }
    return points;
  }

  private static JsonArray point(long nanos, double gigabits) {
    JsonArray point = new JsonArray();
    point.add(nanos / MICROS);
    point.add(gigabits);
    return point;
  }
}
