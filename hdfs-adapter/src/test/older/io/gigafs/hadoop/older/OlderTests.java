package io.gigafs.hadoop.older;

import io.gigafs.hadoop.GigaFileSystem;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.util.VersionInfo;
import org.junit.runner.JUnitCore;
import org.junit.runner.Result;
import org.junit.runner.notification.Failure;

/** Runs the tests of this package with JUnit 4 and prints the version of the plugin's classes. */
public final class OlderTests {
  private static final String CLASS_FILE = "GigaFileSystem.class";
  private static final int MAJOR_OFFSET = 7;

  private OlderTests() {}

  /** Arguments: simple binary names of classes in this package. Without arguments all tests run. */
  public static void main(String[] names) throws Exception {
    List<Class<?>> tests = new ArrayList<>();
    for (String name : names) {
      tests.add(Class.forName(OlderTests.class.getPackageName() + "." + name));
    }
    if (tests.isEmpty()) {
      tests.add(OlderFileSystemTest.class);
      tests.addAll(List.of(OlderContractTests.class.getDeclaredClasses()));
    }
    System.out.println(
        "Hadoop " + VersionInfo.getVersion() + ", classes of version " + classVersion());
    Result result = JUnitCore.runClasses(tests.toArray(new Class<?>[0]));
    for (Failure failure : result.getFailures()) {
      System.out.println("failed " + failure + "\n" + failure.getTrace());
    }
    if (result.wasSuccessful()) {
      System.out.println("passed " + result.getRunCount());
    }
    System.exit(result.wasSuccessful() ? 0 : 1);
  }

  /** Returns the version of the class files that this JVM loads from the jar. */
  private static int classVersion() throws Exception {
    try (InputStream file = GigaFileSystem.class.getResourceAsStream(CLASS_FILE)) {
      return file.readNBytes(MAJOR_OFFSET + 1)[MAJOR_OFFSET];
    }
  }
}
