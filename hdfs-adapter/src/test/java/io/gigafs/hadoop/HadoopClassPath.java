package io.gigafs.hadoop;

import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Builds class paths like those of a site: Hadoop's own libraries and the shaded jar. */
final class HadoopClassPath {
  private static final Path TARGET = Path.of("target");

  private HadoopClassPath() {}

  /**
   * Returns the shaded jar, the jars of some folders below target, and the libraries of the tests.
   *
   * @param without libraries that are left out
   */
  static List<URL> of(Pattern without, String... folders) throws IOException {
    List<Path> all = new ArrayList<>(List.of(TARGET.resolve("hdfs-adapter-shaded.jar")));
    for (String folder : folders) {
      try (Stream<Path> jars = Files.list(TARGET.resolve(folder))) {
        all.addAll(jars.toList());
      }
    }
    for (String entry : System.getProperty("java.class.path").split(File.pathSeparator, -1)) {
      Path path = Path.of(entry);
      if (entry.endsWith(".jar") && !without.matcher(path.getFileName().toString()).matches()) {
        all.add(path);
      }
    }
    List<URL> urls = new ArrayList<>();
    for (Path path : all) {
      urls.add(path.toUri().toURL());
    }
    // The classes of the tests and the site's core-site.xml.
    urls.add(ShadedProgram.class.getProtectionDomain().getCodeSource().getLocation());
    return urls;
  }

  /** Returns the class path in the form for javac. */
  static String text(List<URL> urls) {
    return String.join(
        File.pathSeparator,
        urls.stream().map(url -> Path.of(URI.create(url.toString())).toString()).toList());
  }
}
