// SPDX-License-Identifier: Apache-2.0
package io.sennit.benchmarks.demo;

import io.grpc.Grpc;
import io.grpc.InsecureChannelCredentials;
import io.grpc.InsecureServerCredentials;
import io.grpc.ManagedChannelBuilder;
import io.grpc.ServerBuilder;
import io.sennit.grpc.SennitServerBuilder;
import io.sennit.rpc.LivePath;
import io.sennit.rpc.PathTraffic;
import io.sennit.rpc.SessionOptions;
import io.sennit.rpc.Sessions;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Sennit over one of its providers, reached as any stub reaches it: by its target. */
final class SennitCarrier implements Carrier {
  static final String SHM = "shm";
  static final String ROCE = "roce";

  private final String provider;
  private final Map<String, String> options;
  private final double loss;

  private SennitCarrier(String provider, Map<String, String> options, double loss) {
    this.provider = provider;
    this.options = new TreeMap<>(options);
    this.options.put("provider", provider);
    this.options.put("connectTimeout", "20s"); // A busy machine that starts six JVMs is no fault.
    this.loss = loss;
  }

  /** Shared memory, with its defaults. */
  static SennitCarrier shm() {
    return new SennitCarrier(SHM, Map.of(), 0);
  }

  /**
   * RoCEv2 over four addresses of this host, the same for both processes, with a path each for the
   * whole of it: a host has no other route to itself.
   *
   * @param loss share of packets that each process drops as they arrive, 0 to 1
   */
  static SennitCarrier roce(double loss) {
    return new SennitCarrier(
        ROCE,
        Map.of(
            "strands",
            "1",
            "roce.addresses",
            String.join(",", Loopback.ADDRESSES),
            "roce.faults",
            "loss=" + loss),
        loss);
  }

  @Override
  public String name() {
    return provider;
  }

  @Override
  public double loss() {
    return loss;
  }

  @Override
  public ServerBuilder<?> listen() {
    SessionOptions sessions = SessionOptions.defaults();
    for (Map.Entry<String, String> option : options.entrySet()) {
      sessions = sessions.with(option.getKey(), option.getValue());
    }
    return SennitServerBuilder.forPort(0, InsecureServerCredentials.create()).sessions(sessions);
  }

  @Override
  public ManagedChannelBuilder<?> connect(int port) {
    String query = options.entrySet().stream()
        .map(option -> option.getKey() + "=" + option.getValue())
        .collect(Collectors.joining("&"));
    return Grpc.newChannelBuilder(
        "sennit:///127.0.0.1:" + port + "?" + query, InsecureChannelCredentials.create());
  }

  @Override
  public Traffic traffic() {
    List<PathTraffic> paths = Sessions.traffic().stream()
        .filter(path -> path.path().startsWith(provider + " "))
        .toList();
    Traffic.ByVerb bytesBy = new Traffic.ByVerb(0, 0, 0);
    for (PathTraffic path : paths) {
      bytesBy =
          bytesBy.plus(new Traffic.ByVerb(path.sentBytes(), path.readBytes(), path.writtenBytes()));
    }
    return new Traffic(
        bytesBy,
        paths.stream().map(p -> new Traffic.OnPath(p.path(), p.bytes())).toList());
  }

  @Override
  public List<PathSample> paths() {
    return Sessions.paths().stream()
        .filter(path -> path.provider().equals(provider))
        .map(SennitCarrier::sample)
        .toList();
  }

  private static PathSample sample(LivePath path) {
    return new PathSample(
        path.name(),
        path.now().state().name(),
        path.now().srttNanos(),
        path.now().rateBytesPerSecond(),
        path.now().bytesSent() + path.now().bytesRead() + path.now().bytesWritten(),
        path.now().rebuilds());
  }
}
