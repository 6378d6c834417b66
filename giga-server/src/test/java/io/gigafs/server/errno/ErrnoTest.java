package io.gigafs.server.errno;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import io.gigafs.client.AsyncGigaClient;
import io.gigafs.client.PathException;
import io.gigafs.model.ModelClient;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.GigaException;
import io.gigafs.server.SimulatedCluster;
import io.gigafs.server.SimulatedCluster.Setup;
import io.gigafs.server.errno.ErrnoCase.Known;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Runs every row against a cluster, and against the model of Linux. */
@TestInstance(Lifecycle.PER_CLASS)
class ErrnoTest {
  private static final int SPLIT_THRESHOLD = 16;

  private @Nullable SimulatedCluster cluster;
  private int directories;

  @BeforeAll
  void start(@TempDir Path directory) {
    cluster =
        Setup.seeded(1).withServers(4, 8).withSplitThreshold(SPLIT_THRESHOLD).start(directory);
  }

  static List<ErrnoCase> rowsOfClusters() {
    return ErrnoTable.rows();
  }

  static Stream<ErrnoCase> rowsOfTheModel() {
    return ErrnoTable.rows().stream().filter(row -> row.known() != Known.CLUSTER);
  }

  @ParameterizedTest
  @MethodSource("rowsOfClusters")
  void clusterReturnsTheErrno(ErrnoCase row) throws GigaException {
    SimulatedCluster running = Objects.requireNonNull(cluster);
    FileScript.Waiting waiting =
        new FileScript.Waiting() {
          @Override
          public <T> T await(CompletableFuture<T> future) throws GigaException {
            return running.simulation().await(future);
          }
        };
    check(row, running.client().async(), waiting);
  }

  @ParameterizedTest
  @MethodSource("rowsOfTheModel")
  void modelReturnsTheErrno(ErrnoCase row) throws GigaException {
    FileScript.Waiting waiting =
        new FileScript.Waiting() {
          @Override
          public <T> T await(CompletableFuture<T> future) throws GigaException {
            try {
              return future.join();
            } catch (CompletionException e) {
              if (e.getCause() instanceof GigaException failure) {
                throw failure;
              }
              throw e;
            }
          }
        };
    check(row, new ModelClient(Runnable::run), waiting);
  }

  private void check(ErrnoCase row, AsyncGigaClient root, FileScript.Waiting waiting)
      throws GigaException {
    directories++;
    FileScript script = new FileScript(root, waiting, "/c" + directories);
    try {
      script.run(row.setup());
      ErrorCode refusal = refusal(script, row);
      assertThat(refusal).as(row.toString()).isEqualTo(row.code());
    } finally {
      script.close();
    }
  }

  private static ErrorCode refusal(FileScript script, ErrnoCase row) {
    try {
      script.run(row.action());
    } catch (GigaException e) {
      return e.code();
    } catch (PathException e) {
      return e.code();
    }
    return fail(row + ": succeeds");
  }

  /** Each errno in the man pages has a row or a reason for none, and no other errno has a row. */
  @Test
  void everyErrnoOfTheManPagesIsCovered() {
    List<String> forgotten = new ArrayList<>();
    Set<String> unlisted = new TreeSet<>();
    ErrnoTable.rows().forEach(row -> unlisted.add(row.call() + " " + row.code()));
    ManPages.errors()
        .forEach(
            (call, errnos) -> {
              for (String errno : errnos.split(" ", -1)) {
                boolean row = unlisted.remove(call + " " + errno);
                if (!row && ManPages.reason(call, errno) == null) {
                  forgotten.add(call + " " + errno);
                }
              }
            });
    assertThat(forgotten).as("neither row nor reason").isEmpty();
    assertThat(unlisted).as("rows that no man page asks for").isEmpty();
  }
}
