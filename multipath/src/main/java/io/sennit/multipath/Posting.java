// SPDX-License-Identifier: Apache-2.0
package io.sennit.multipath;

/** What it takes to bring a copy onto a strand. */
record Posting(StrandSet strands, CopyTable copies, Poster poster, Scheduler scheduler) {}
