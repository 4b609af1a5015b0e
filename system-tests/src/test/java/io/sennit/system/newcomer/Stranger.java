// SPDX-License-Identifier: Apache-2.0
package io.sennit.system.newcomer;

import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A Maven project of somebody who follows the README: its blocks, and around them what it leaves to
 * the reader. Only the ports are others, since this machine may have a server already.
 */
final class Stranger {
  private static final int BUILD_SECONDS = 240;
  private static final int RUN_SECONDS = 60;

  private static final String PROTO = """
      syntax = "proto3";
      package stranger;
      option java_package = "stranger";
      option java_multiple_files = true;

      message HelloRequest { string name = 1; }
      message HelloReply { string text = 1; }
      service Greeter { rpc SayHello(HelloRequest) returns (HelloReply); }
      """;

  private static final String SERVICE = """
      package stranger;

      import io.grpc.stub.StreamObserver;

      final class GreeterService extends GreeterGrpc.GreeterImplBase {
        @Override
        public void sayHello(HelloRequest request, StreamObserver<HelloReply> answer) {
          answer.onNext(HelloReply.newBuilder().setText("hello " + request.getName()).build());
          answer.onCompleted();
        }
      }
      """;

  private static final String GREETER = """
      package stranger;

      import io.grpc.Grpc;
      import io.grpc.InsecureChannelCredentials;
      import io.grpc.InsecureServerCredentials;
      import io.grpc.ManagedChannel;
      import io.grpc.Server;
      import io.sennit.grpc.SennitServerBuilder;

      public final class GreeterProgram {
        public static void main(String[] args) throws Exception {
          HelloRequest request = HelloRequest.newBuilder().setName("world").build();
          @block@
          System.out.println(reply.getText());
          channel.shutdownNow();
          server.shutdownNow();
        }
      }
      """;

  private static final String POM = """
      <project xmlns="http://maven.apache.org/POM/4.0.0">
        <modelVersion>4.0.0</modelVersion>
        <groupId>stranger</groupId>
        <artifactId>stranger</artifactId>
        <version>1</version>
        <properties>
          <maven.compiler.release>25</maven.compiler.release>
          <project.build.sourceEncoding>UTF-8</project.build.sourceEncoding>
        </properties>
        @dependencies@
        <build>
          <extensions>
            <extension>
              <groupId>kr.motd.maven</groupId>
              <artifactId>os-maven-plugin</artifactId>
              <version>@os-maven-plugin@</version>
            </extension>
          </extensions>
          <plugins>
            @plugins@
            <plugin>
              <groupId>org.xolstice.maven.plugins</groupId>
              <artifactId>protobuf-maven-plugin</artifactId>
              <version>@protobuf-maven-plugin@</version>
              <configuration>
                <protocArtifact>@protoc@</protocArtifact>
                <pluginId>grpc-java</pluginId>
                <pluginArtifact>@generator@</pluginArtifact>
              </configuration>
              <executions>
                <execution>
                  <goals>
                    <goal>compile</goal>
                    <goal>compile-custom</goal>
                  </goals>
                </execution>
              </executions>
            </plugin>
          </plugins>
        </build>
      </project>
      """;

  private final Path root;
  private final Readme readme;

  private Stranger(Path root, Readme readme) {
    this.root = root;
    this.readme = readme;
  }

  /**
   * Writes one.
   *
   * @param versions the pom that has the versions of plugins, so that none is downloaded
   */
  static Stranger create(Path root, Readme readme, String versions) throws IOException {
    Stranger stranger = new Stranger(root, readme);
    stranger.write("pom.xml", stranger.pom(versions));
    stranger.write("src/main/proto/greeter.proto", PROTO);
    stranger.write("src/main/java/stranger/GreeterService.java", SERVICE);
    stranger.write(
        "src/main/java/stranger/GreeterProgram.java",
        GREETER.replace("@block@", atAFreePort(readme.block("java", "GreeterService()"), "7470")));
    stranger.write(
        "src/main/java/stranger/EchoProgram.java",
        "package stranger;\n\n" + atAFreePort(readme.block("java", "class EchoProgram"), "7471"));
    return stranger;
  }

  /** Makes a module of it. */
  void addModule() throws IOException {
    String module = readme.block("java", "requires io.sennit.grpc");
    write("src/main/java/module-info.java", module.replaceFirst("module \\S+", "module stranger"));
  }

  private String pom(String versions) {
    String dependencies =
        readme.block("xml", "sennit-grpc").replaceFirst("</dependencies>\\s*$", """
              <dependency>
                <groupId>io.grpc</groupId>
                <artifactId>grpc-protobuf</artifactId>
              </dependency>
              <dependency>
                <groupId>io.grpc</groupId>
                <artifactId>grpc-stub</artifactId>
              </dependency>
            </dependencies>
            """);
    StringBuilder plugins = new StringBuilder();
    for (String plugin : List.of("resources", "compiler", "surefire", "jar", "dependency")) {
      String artifact = "maven-" + plugin + "-plugin";
      plugins.append("<plugin><artifactId>").append(artifact).append("</artifactId><version>");
      plugins.append(version(artifact, versions)).append("</version></plugin>\n");
    }
    return POM.replace("@dependencies@", dependencies)
        .replace("@os-maven-plugin@", version("os-maven-plugin", versions))
        .replace("@plugins@", plugins)
        .replace("@protobuf-maven-plugin@", version("protobuf-maven-plugin", versions))
        .replace(
            "@protoc@",
            program("com.google.protobuf:protoc", first("<protobuf.version>(.*?)<", versions)))
        .replace(
            "@generator@",
            program(
                "io.grpc:protoc-gen-grpc-java", first("<grpc.codegen.version>(.*?)<", versions)));
  }

  private static String program(String artifact, String version) {
    return artifact + ":" + version + ":exe:${os.detected.classifier}";
  }

  private static String version(String artifact, String pom) {
    return first("<artifactId>" + artifact + "</artifactId>\\s*<version>(.*?)<", pom);
  }

  private static String first(String pattern, String text) {
    Matcher matcher = Pattern.compile(pattern).matcher(text);
    if (!matcher.find()) {
      throw new AssertionError("nothing like " + pattern);
    }
    return matcher.group(1);
  }

  private static String atAFreePort(String block, String port) throws IOException {
    if (!block.contains(port)) {
      throw new AssertionError("no port " + port + " in " + block);
    }
    try (ServerSocket free = new ServerSocket(0)) {
      return block.replace(port, String.valueOf(free.getLocalPort()));
    }
  }

  private void write(String path, String text) throws IOException {
    Path file = root.resolve(path);
    Files.createDirectories(file.resolveSibling("."));
    Files.writeString(file, text);
  }

  /** Compiles it, and puts all that it needs into one directory. */
  void build(Path repository) throws IOException, InterruptedException {
    Program.run(
        root,
        BUILD_SECONDS,
        List.of(
            "mvn",
            "-q",
            "-B",
            "-ntp",
            "-nsu",
            "-Dmaven.repo.local=" + repository,
            "-Dmaven.test.skip=true",
            "package",
            "dependency:copy-dependencies",
            "-DoutputDirectory=target/lib",
            "-DincludeScope=runtime"));
  }

  /** Runs one of its programs, with the flag that the README names. */
  Program run(String program, List<String> path, String flag)
      throws IOException, InterruptedException {
    List<String> line = new ArrayList<>();
    line.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    line.add("--sun-misc-unsafe-memory-access=allow");
    line.add(flag);
    line.addAll(path);
    line.add(program);
    return Program.run(root, RUN_SECONDS, line);
  }
}
