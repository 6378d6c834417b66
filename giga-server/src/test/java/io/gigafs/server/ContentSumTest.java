package io.gigafs.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gigafs.client.ContentSum;
import io.gigafs.client.Follow;
import io.gigafs.client.GigaClient;
import io.gigafs.client.GigaOutputStream;
import io.gigafs.client.GigaPath;
import io.gigafs.client.Quota;
import io.gigafs.index.Name;
import io.gigafs.protocol.Caller;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.GigaException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests the sums of files and bytes below a directory that splits meanwhile, on real servers. */
class ContentSumTest {
  private static final GigaPath TOP = GigaPath.parse("/top");
  private static final int SPLIT_THRESHOLD = 200;

  @TempDir Path directory;

  private TestCluster cluster;
  private GigaClient client;

  @BeforeEach
  void startCluster() throws Exception {
    cluster = TestCluster.start(directory, 3, 16, SPLIT_THRESHOLD);
    client = cluster.client();
    client.makeDirectory(TOP, 0755);
  }

  @AfterEach
  void stopCluster() {
    cluster.close();
  }

  private static List<Name> names(String prefix, int from, int count) {
    List<Name> names = new ArrayList<>();
    for (int i = from; i < from + count; i++) {
      names.add(Name.of(prefix + i));
    }
    return names;
  }

  /** Creates files with this many bytes each. */
  private void write(GigaPath into, int count, int bytes) throws Exception {
    client
        .async()
        .writeAll(
            into, names("w", 0, count), Collections.nCopies(count, new byte[bytes]), 0644, false)
        .get();
  }

  @Test
  void sumAgreesWithTheQuotaOverManyDirectories() throws Exception {
    client.setQuota(TOP, 1_000_000, 1L << 40);
    for (int i = 0; i < 30; i++) {
      GigaPath below = GigaPath.parse("/top/d" + i);
      client.makeDirectory(below, 0755);
      write(below, i == 7 ? 1_500 : 20, 3);
    }
    GigaPath linked = GigaPath.parse("/top/d1/w0");
    client.link(linked, GigaPath.parse("/top/d2/again"), Follow.NO);
    client.link(linked, GigaPath.parse("/top/again"), Follow.NO);
    client.symlink("/elsewhere".getBytes(StandardCharsets.UTF_8), GigaPath.parse("/top/link"));
    ContentSum sum = client.sum(TOP);
    long written = 29 * 20 + 1_500;
    assertThat(sum).isEqualTo(new ContentSum(written + 3, 31, 3 * written));
    Quota quota = client.quota(TOP);
    assertThat(quota.usedEntries()).isEqualTo(sum.files() + sum.directories() - 1);
    assertThat(quota.usedBytes()).isEqualTo(sum.bytes());
  }

  @Test
  void openFileOnAVolumeCountsWithItsObjectSize() throws Exception {
    cluster.addVolume("v");
    try (GigaOutputStream out =
        GigaOutputStream.create(client, GigaPath.parse("/top/growing"), 0644)) {
      out.write(new byte[1 << 20]);
      out.flush();
      assertThat(client.sum(TOP)).isEqualTo(new ContentSum(1, 1, 1 << 20));
      out.write(new byte[5]);
    }
    assertThat(client.sum(TOP)).isEqualTo(new ContentSum(1, 1, (1 << 20) + 5));
  }

  /**
   * Files that are created meanwhile are empty, so the bytes show whether earlier files count once.
   */
  @Test
  void permanentFilesCountOnceWhileTheDirectorySplits() throws Exception {
    int kept = 5_000;
    write(TOP, kept, 2);
    int added = 0;
    for (int round = 0; round < 20; round++) {
      CompletableFuture<?> adding =
          client.async().createAll(TOP, names("added", added, 2_000), 0644, true);
      ContentSum sum = client.sum(TOP);
      assertThat(sum.bytes()).isEqualTo(2L * kept);
      assertThat(sum.files()).isBetween((long) kept + added, (long) kept + added + 2_000);
      adding.get();
      added += 2_000;
    }
    assertThat(cluster.client().sum(TOP)).isEqualTo(new ContentSum(kept + added, 1, 2L * kept));
  }

  @Test
  void sumFailsOnUnreadableDirectories() throws Exception {
    client.makeDirectory(GigaPath.parse("/top/open"), 0755);
    client.makeDirectory(GigaPath.parse("/top/open/closed"), 0700);
    assertThat(client.sum(TOP).directories()).isEqualTo(3);
    GigaClient other = client.as(new Caller(1_000, 1_000));
    assertThatThrownBy(() -> other.sum(TOP))
        .isInstanceOfSatisfying(
            GigaException.class, failure -> assertThat(failure.code()).isEqualTo(ErrorCode.EACCES))
        .hasMessageContaining("/top/open/closed");
    assertThatThrownBy(() -> client.sum(GigaPath.parse("/none")))
        .isInstanceOfSatisfying(
            GigaException.class, failure -> assertThat(failure.code()).isEqualTo(ErrorCode.ENOENT));
  }
}
