package io.gigafs.fuse.mounting;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.gigafs.fuse.MountBinding;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtensionContext;

/** Makes a test class mount by libfuse, and skips tests of what libfuse cannot do. */
final class LibFuseExtension implements BeforeAllCallback, AfterAllCallback, ExecutionCondition {
  @Override
  public void beforeAll(ExtensionContext context) {
    Optional<String> obstacle = MountLab.libFuseObstacle();
    if (System.getenv("CI") == null) {
      assumeThat(obstacle)
          .withFailMessage(() -> "nothing is mounted: " + obstacle.orElseThrow())
          .isEmpty();
    }
    assertThat(obstacle).isEmpty();
    MountLab.use(MountBinding.JNR_FUSE);
  }

  @Override
  public void afterAll(ExtensionContext context) {
    MountLab.use(MountBinding.KERNEL);
  }

  /** Checks that the document lists the missing feature in the first cell of a row. */
  private static void checkDocument(OnLibFuse.Lacking lacking) {
    try {
      assertThat(Files.readString(Path.of("../docs/mount.md")))
          .contains("\n| " + lacking.because() + " | ");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
    List<OnLibFuse.Lacking> all =
        List.of(context.getRequiredTestClass().getAnnotation(OnLibFuse.class).lacking());
    all.forEach(LibFuseExtension::checkDocument);
    String test = context.getTestMethod().map(method -> method.getName()).orElse("");
    return all.stream()
        .filter(lacking -> lacking.test().equals(test))
        .findAny()
        .map(lacking -> ConditionEvaluationResult.disabled("libfuse: " + lacking.because()))
        .orElseGet(() -> ConditionEvaluationResult.enabled("libfuse can do it"));
  }
}
