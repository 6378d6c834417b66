package io.gigafs.hadoop.failure;

import static org.assertj.core.api.Assertions.assertThat;

import io.gigafs.client.Awaiting;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.GigaException;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.concurrent.CompletableFuture;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.security.AccessControlException;
import org.junit.jupiter.api.Test;

/** Tests how error codes become Hadoop's exceptions, and their messages. */
class HadoopExceptionsTest {
  private static final Path PATH = new Path("giga://test/a/b");

  private static String text(GigaException failure) {
    return String.valueOf(HadoopExceptions.of(PATH, failure).getMessage());
  }

  @Test
  void pathIsReportedOnce() {
    assertThat(text(ErrorCode.EACCES.exception("/a/b"))).isEqualTo("/a/b: Permission denied");
    assertThat(text(ErrorCode.EEXIST.exception("/a/b"))).isEqualTo("/a/b: File exists");
    assertThat(text(ErrorCode.EDQUOT.exception(""))).isEqualTo("/a/b: Disk quota exceeded");
    assertThat(text(ErrorCode.EROFS.exception("/a/b")))
        .isEqualTo("`giga://test/a/b': Read-only file system");
    assertThat(text(ErrorCode.ETIMEDOUT.exception("/a/b: server s1 does not answer")))
        .isEqualTo("/a/b: Connection timed out: server s1 does not answer");
  }

  @Test
  void innerFailureIsReportedOnce() {
    assertThat(text(ErrorCode.EIO.exception("/a/b: server s1 refused it")))
        .isEqualTo("`giga://test/a/b': server s1 refused it");
    assertThat(text(ErrorCode.EIO.exception("/a/b")))
        .isEqualTo("`giga://test/a/b': Input/output error");
  }

  @Test
  void interruptedCallReportsTheInterrupt() {
    Thread.currentThread().interrupt();
    try {
      Awaiting.result(new CompletableFuture<>());
      throw new AssertionError("it waited");
    } catch (GigaException e) {
      assertThat(Thread.interrupted()).isTrue();
      IOException failure = HadoopExceptions.of(PATH, e);
      assertThat(failure)
          .isInstanceOf(InterruptedIOException.class)
          .hasMessage("/a/b: interrupted; the operation goes on unattended");
    }
  }

  @Test
  void permissionErrorBecomesAccessControlException() {
    assertThat(HadoopExceptions.of(PATH, ErrorCode.EPERM.exception("")))
        .isInstanceOf(AccessControlException.class);
  }
}
