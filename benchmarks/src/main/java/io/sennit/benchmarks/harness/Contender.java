// SPDX-License-Identifier: Apache-2.0
package io.sennit.benchmarks.harness;

/**
 * Who does the work of a case.
 *
 * @param name in the report
 * @param program which pair of processes it runs in; contenders may share one
 * @param setup the connection that is used; the program knows the word
 */
public record Contender(String name, String program, String setup) {}
