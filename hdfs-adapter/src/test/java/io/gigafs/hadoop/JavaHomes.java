package io.gigafs.hadoop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.nio.file.Path;

/** The JVMs that tests start. */
final class JavaHomes {
  /** A JDK or JRE 11; {@code bin/test} sets it. */
  private static final String JAVA_11_HOME = "GIGA_JAVA_11_HOME";

  private JavaHomes() {}

  /** The command of this process's JVM. */
  static String thisJava() {
    return java(System.getProperty("java.home"));
  }

  /** That of a Java 11; skips the test where there is none, but not where all tests have to run. */
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
