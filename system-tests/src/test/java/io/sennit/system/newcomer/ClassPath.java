// SPDX-License-Identifier: Apache-2.0
package io.sennit.system.newcomer;

import java.io.File;
import java.lang.reflect.InvocationTargetException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.function.BinaryOperator;
import java.util.regex.Pattern;

/** The class path of the tests with some of gRPC's transports, loaded anew. */
final class ClassPath implements AutoCloseable {
  private static final Pattern TRANSPORT = Pattern.compile("(grpc-netty(?:-shaded)?)-\\d.*[.]jar");

  private final URLClassLoader loader;
  private final Class<?> probe;

  private ClassPath(List<URL> places) throws ClassNotFoundException {
    loader = new URLClassLoader(places.toArray(URL[]::new), ClassLoader.getPlatformClassLoader());
    probe = loader.loadClass(ChannelProbe.class.getName());
  }

  /** @param transports names of artifacts */
  static ClassPath with(Set<String> transports) throws ClassNotFoundException {
    return new ClassPath(
        Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator, -1))
            .map(Path::of)
            .filter(place -> isWanted(place, transports))
            .map(ClassPath::url)
            .toList());
  }

  private static boolean isWanted(Path place, Set<String> transports) {
    var transport = TRANSPORT.matcher(place.getFileName().toString());
    return !transport.matches() || transports.contains(transport.group(1));
  }

  private static URL url(Path place) {
    try {
      return place.toUri().toURL();
    } catch (MalformedURLException e) {
      throw new AssertionError(place.toString(), e);
    }
  }

  /** See {@link ChannelProbe#apply}. */
  String builderOf(String way, String target) throws ReflectiveOperationException {
    @SuppressWarnings("unchecked") // It is one.
    BinaryOperator<String> made =
        (BinaryOperator<String>) probe.getDeclaredConstructor().newInstance();
    return made.apply(way, target);
  }

  /** See {@link ChannelProbe#call}. */
  String call(String way, String address, String target) throws ReflectiveOperationException {
    try {
      return (String) probe
          .getMethod("call", String.class, String.class, String.class)
          .invoke(null, way, address, target);
    } catch (InvocationTargetException e) {
      throw new AssertionError(way + " " + target, e.getCause());
    }
  }

  @Override
  public void close() throws java.io.IOException {
    loader.close();
  }
}
