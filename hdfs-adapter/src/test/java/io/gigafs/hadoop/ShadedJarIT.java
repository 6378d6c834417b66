package io.gigafs.hadoop;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The shaded jar on a class path with the libraries that Hadoop itself has, in its versions. */
class ShadedJarIT {
  private static final Path TARGET = Path.of("target");

  /** What the class path of the tests has and Hadoop's has not, or in another version. */
  private static final Pattern OTHERS =
      Pattern.compile(
          "(giga-|hdfs-adapter|tablefs|netty-|curator-|zookeeper|caffeine|agrona|jctools|hash4j"
              + "|HdrHistogram|slf4j-|logback-|log4j-over|picocli|jnr-|junit|assertj|archunit).*");

  private static List<URL> classPath() throws IOException {
    List<URL> urls = new ArrayList<>();
    urls.add(TARGET.resolve("hdfs-adapter-shaded.jar").toUri().toURL());
    try (Stream<Path> jars = Files.list(TARGET.resolve("hadoop-lib"))) {
      for (Path jar : jars.toList()) {
        urls.add(jar.toUri().toURL());
      }
    }
    for (String entry : System.getProperty("java.class.path").split(File.pathSeparator, -1)) {
      Path path = Path.of(entry);
      if (entry.endsWith(".jar") && !OTHERS.matcher(path.getFileName().toString()).matches()) {
        urls.add(path.toUri().toURL());
      }
    }
    urls.add(ShadedProgram.class.getProtectionDomain().getCodeSource().getLocation());
    return urls;
  }

  @Test
  void worksBesideHadoopsOwnLibraries() throws Exception {
    String servers = TestGiga.servers(TestGiga.cluster());
    Thread thread = Thread.currentThread();
    ClassLoader before = thread.getContextClassLoader();
    try (URLClassLoader loader =
        new URLClassLoader(classPath().toArray(new URL[0]), ClassLoader.getPlatformClassLoader())) {
      thread.setContextClassLoader(loader);
      Object said =
          loader
              .loadClass(ShadedProgram.class.getName())
              .getMethod("run", String.class)
              .invoke(null, "giga://" + servers + "/");
      assertThat(said).isEqualTo("4.1 read back");
    } finally {
      thread.setContextClassLoader(before);
    }
  }
}
