package io.gigafs.hadoop;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URL;
import java.net.URLClassLoader;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Loads the shaded jar on a class path with Hadoop's own libraries in its versions. */
class ShadedJarIT {
  /** Libraries of the test class path that Hadoop lacks or has in another version. */
  private static final Pattern OTHERS =
      Pattern.compile(
          "(giga-|hdfs-adapter|tablefs|netty-|curator-|zookeeper|caffeine|agrona|jctools|hash4j"
              + "|HdrHistogram|slf4j-|logback-|log4j-over|picocli|jnr-|junit|assertj|archunit).*");

  @Test
  void shadedJarWorksBesideHadoopLibraries() throws Exception {
    String servers = TestGiga.servers(TestGiga.cluster());
    Thread thread = Thread.currentThread();
    ClassLoader before = thread.getContextClassLoader();
    try (URLClassLoader loader =
        new URLClassLoader(
            HadoopClassPath.of(OTHERS, "hadoop-lib").toArray(new URL[0]),
            ClassLoader.getPlatformClassLoader())) {
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
