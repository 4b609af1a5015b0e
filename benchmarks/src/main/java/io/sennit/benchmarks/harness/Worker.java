// SPDX-License-Identifier: Apache-2.0
package io.sennit.benchmarks.harness;

import com.google.gson.Gson;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Obeys orders that come in lines, one after the other, until there are no more. One thread works;
 * another one reads, so that work that goes on can be told to stop.
 */
public final class Worker {
  private static final Logger LOG = LoggerFactory.getLogger(Worker.class);
  private static final Order END = Order.stop();

  private final Gson gson = new Gson();
  private final Program program;
  private final Role role;
  private final PrintWriter out;
  private final Map<String, Link> links = new HashMap<>();
  private final BlockingQueue<Order> orders = new LinkedBlockingQueue<>();
  private final Profile profile = new Profile();
  private volatile boolean stopped;
  private volatile boolean ended;

  /** Makes one that writes its replies to {@code out}. */
  public Worker(Program program, Role role, PrintWriter out) {
    this.program = program;
    this.role = role;
    this.out = out;
  }

  /** Returns when the orders end. */
  public void work(BufferedReader in) throws InterruptedException {
    Thread.ofPlatform().name("orders").daemon().start(() -> read(in));
    for (Order order = orders.take(); !order.equals(END); order = orders.take()) {
      out.println(gson.toJson(answer(order)));
      out.flush();
    }
    links.values().forEach(Link::close);
  }

  private void read(BufferedReader in) {
    try {
      for (String line = in.readLine(); line != null; line = in.readLine()) {
        Order order = gson.fromJson(line, Order.class);
        // In the order of the lines: a STOP may be read before its SERVE is begun.
        stopped = order.verb() == Order.Verb.STOP;
        if (!stopped) {
          orders.add(order);
        }
      }
    } catch (IOException e) {
      LOG.debug("no more orders", e);
    }
    ended = true;
    orders.add(END);
  }

  private boolean isStopped() {
    return stopped || ended;
  }

  private Reply answer(Order order) {
    try {
      return obey(order);
    } catch (Exception e) {
      LOG.info("{} failed", order.verb(), e);
      return Reply.failure(e);
    }
  }

  private Reply obey(Order order) throws Exception {
    return switch (order.verb()) {
      case HEAR -> Reply.text(link(order.setup()).hear(order.text()));
      case SERVE -> Reply.figures(link(order.setup()).serve(order.workload(), this::isStopped));
      case RUN ->
        Reply.figures(link(order.setup()).run(order.workload(), order.nanos(), this::isStopped));
      case RECORD -> {
        profile.start();
        yield Reply.text("");
      }
      case KEEP -> {
        profile.keep(order.text());
        yield Reply.text("");
      }
      case STOP -> throw new IllegalStateException("there is nothing to stop");
    };
  }

  private Link link(String setup) {
    return links.computeIfAbsent(setup, absent -> program.open(absent, role));
  }
}
