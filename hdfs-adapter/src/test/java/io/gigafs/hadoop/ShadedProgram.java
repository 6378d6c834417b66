package io.gigafs.hadoop;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.net.URI;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/** A program that uses only Hadoop's API; {@link ShadedJarIT} loads it with the shaded jar. */
public final class ShadedProgram {
  private ShadedProgram() {}

  /** Writes and reads a file; returns Hadoop's Netty version and the text read. */
  public static String run(String uri) throws Exception {
    byte[] large = new byte[2 << 20];
    System.arraycopy("read back".getBytes(UTF_8), 0, large, 0, 9);
    try (FileSystem files = FileSystem.newInstance(URI.create(uri), new Configuration())) {
      Path path = new Path("/shaded");
      try (FSDataOutputStream out = files.create(path)) {
        out.write(large);
      }
      try (FSDataInputStream in = files.open(path)) {
        byte[] read = in.readAllBytes();
        return netty() + " " + new String(read, 0, 9, UTF_8);
      } finally {
        files.delete(path, false);
      }
    }
  }

  /** Returns the first two numbers of the version. */
  private static String netty() throws Exception {
    Map<?, ?> versions =
        (Map<?, ?>) Class.forName("io.netty.util.Version").getMethod("identify").invoke(null);
    String text = String.valueOf(versions.get("netty-common")); // netty-common-4.1.130.Final.7a3...
    return text.replace("netty-common-", "").substring(0, 3);
  }
}
