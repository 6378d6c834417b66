package io.gigafs.hadoop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.nio.file.Path;

/** Paths of the JVMs that tests start. */
final class JavaHomes {
  /** The home of a Java 11; {@code bin/test} sets it. */
  private static final String JAVA_11_HOME = "GIGA_JAVA_11_HOME";

  private JavaHomes() {}

  /** Returns the command of this process's JVM. */
  static String thisJava() {
    return java(System.getProperty("java.home"));
  }

  /** Returns the command of a Java 11. Without one, the test is skipped, but fails in CI. */
  static String java11() {
    String home = System.getenv(JAVA_11_HOME);
    if (System.getenv("CI") == null) {
      assumeThat(home).as(JAVA_11_HOME).isNotNull();
    }
    assertThat(home).as(JAVA_11_HOME + " is a Java 11").isNotNull();
    return java(home);
  }

  private static String java(String home) {
    return Path.of(home, "bin", "java").toString();
  }
}
