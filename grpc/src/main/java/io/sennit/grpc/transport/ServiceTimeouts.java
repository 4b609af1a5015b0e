// SPDX-License-Identifier: Apache-2.0
package io.sennit.grpc.transport;

import io.grpc.MethodDescriptor;
import io.grpc.internal.JsonUtil;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/**
 * The time-outs of methods in a service config. gRPC counts them by the system's clock; where
 * another one counts, they are taken out of the config and counted there. Immutable.
 *
 * @param rest the config without them
 * @param nanos by full name of a method, by service with a slash, and for all others by a slash; 0:
 *     a config without a time-out
 */
public record ServiceTimeouts(Map<String, ?> rest, Map<String, Long> nanos) {
  /** Those of no config. */
  public static final ServiceTimeouts NONE = new ServiceTimeouts(Map.of(), Map.of());

  private static final String METHODS = "methodConfig";
  private static final String TIMEOUT = "timeout";

  /** Takes them out of a config; what is wrong with it is left to gRPC. */
  public static ServiceTimeouts of(Map<String, ?> config) {
    List<Map<String, ?>> methods = JsonUtil.getListOfObjects(config, METHODS);
    if (methods == null) {
      return new ServiceTimeouts(config, Map.of());
    }
    Map<String, Long> nanos = new HashMap<>();
    List<Map<String, ?>> others = new ArrayList<>();
    for (Map<String, ?> method : methods) {
      Long timeout = JsonUtil.getStringAsDuration(method, TIMEOUT);
      names(method).forEach(name -> nanos.put(name, timeout == null ? 0 : timeout));
      Map<String, Object> other = new HashMap<>(method);
      other.remove(TIMEOUT);
      others.add(other);
    }
    Map<String, Object> rest = new HashMap<>(config);
    rest.put(METHODS, others);
    return new ServiceTimeouts(rest, nanos);
  }

  private static List<String> names(Map<String, ?> method) {
    List<Map<String, ?>> names = JsonUtil.getListOfObjects(method, "name");
    return names == null ? List.of() : names.stream().map(ServiceTimeouts::name).toList();
  }

  private static String name(Map<String, ?> name) {
    String service = JsonUtil.getString(name, "service");
    String method = JsonUtil.getString(name, "method");
    return (service == null ? "" : service) + "/" + (method == null ? "" : method);
  }

  /** How long a call of that method may take, by the config that is nearest to it. */
  public OptionalLong of(MethodDescriptor<?, ?> method) {
    Long found = nanos.get(method.getFullMethodName());
    found = found == null ? nanos.get(method.getServiceName() + "/") : found;
    found = found == null ? nanos.get("/") : found;
    return found == null || found == 0 ? OptionalLong.empty() : OptionalLong.of(found);
  }
}
