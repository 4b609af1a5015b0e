// SPDX-License-Identifier: Apache-2.0
package io.sennit.benchmarks.harness;

/**
 * One line that a worker process is told, as JSON.
 *
 * @param verb what to do
 * @param setup which connection; empty if none is meant
 * @param workload which work; empty unless it is to be done
 * @param text what the other end said, or the name of a file
 * @param nanos how long to work
 */
record Order(Verb verb, String setup, String workload, String text, long nanos) {
  /** What a worker can do; each but STOP is answered by one {@link Reply}. */
  enum Verb {
    HEAR,
    SERVE,
    RUN,
    /** Ends SERVE. */
    STOP,
    /** Starts to record a profile. */
    RECORD,
    /** Ends the recording and writes it to a file. */
    KEEP
  }

  static Order hear(String setup, String text) {
    return new Order(Verb.HEAR, setup, "", text, 0);
  }

  static Order serve(String setup, String workload) {
    return new Order(Verb.SERVE, setup, workload, "", 0);
  }

  static Order run(String setup, String workload, long nanos) {
    return new Order(Verb.RUN, setup, workload, "", nanos);
  }

  static Order stop() {
    return new Order(Verb.STOP, "", "", "", 0);
  }

  static Order startRecording() {
    return new Order(Verb.RECORD, "", "", "", 0);
  }

  static Order keepRecording(String file) {
    return new Order(Verb.KEEP, "", "", file, 0);
  }
}
