// SPDX-License-Identifier: Apache-2.0
package io.sennit.system.fabric;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sennit.benchmarks.fabric.Fabric;
import io.sennit.benchmarks.fabric.Rail;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** A {@link Caller} on the near host of a fabric and its {@link Mirror} on the far one. */
record Transfer(Fabric fabric, Side mirror, Side caller) implements AutoCloseable {
  private static final Pattern PORT = Pattern.compile("\\d+");
  private static final Pattern WELL = Pattern.compile("end .* failed=0 wrong=0 .*");

  /** Takes the fabric over. */
  static Transfer begin(Fabric fabric) throws IOException, InterruptedException {
    Side mirror = null;
    try {
      int rails = fabric.rails().size();
      List<String> there = Fabric.farAddresses(rails);
      String address = there.getFirst();
      mirror = Side.start(fabric.far(), there, Mirror.class, address);
      String port = mirror.await("a port", line -> PORT.matcher(line).matches());
      String target = address + ":" + port;
      List<String> here = Fabric.nearAddresses(rails);
      Side caller = Side.start(fabric.near(), here, Caller.class, target);
      return new Transfer(fabric, mirror, caller);
    } catch (IOException | InterruptedException | RuntimeException | AssertionError e) {
      if (mirror != null) {
        mirror.close();
      }
      fabric.close();
      throw e;
    }
  }

  Rail rail(int index) {
    return fabric.rail(index);
  }

  List<Long> railBytes() {
    return fabric.rails().stream().map(Rail::bytes).toList();
  }

  /** Which part of what all rails carried since then each of them did. */
  List<Double> sharesSince(List<Long> before) {
    List<Long> after = railBytes();
    List<Double> moved = new ArrayList<>();
    for (int i = 0; i < after.size(); i++) {
      moved.add((double) (after.get(i) - before.get(i)));
    }
    double all = moved.stream().mapToDouble(each -> each).sum();
    return moved.stream().map(each -> each / all).toList();
  }

  /** Lets all calls come to their end; every one was right. */
  String end() throws IOException, InterruptedException {
    caller.endInput();
    String end = caller.await("its end", line -> line.startsWith("end "));
    assertTrue(WELL.matcher(end).matches(), end);
    return end;
  }

  @Override
  public void close() {
    caller.close();
    mirror.close();
    fabric.close();
  }
}
