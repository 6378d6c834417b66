package io.gigafs.server.namespace;

import static org.assertj.core.api.Assertions.assertThat;

import io.gigafs.client.AsyncGigaClient;
import io.gigafs.client.GigaClient;
import io.gigafs.client.GigaPath;
import io.gigafs.index.Name;
import io.gigafs.protocol.Caller;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.FileAttributes;
import io.gigafs.protocol.GigaException;
import io.gigafs.protocol.namespace.AttributeChange;
import io.gigafs.server.TestCluster;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Gathered creates have the same results as creates that are sent by themselves. */
class GatheredCreationTest {
  private static final int FILES = 3_000;
  private static final int SPLIT_THRESHOLD = 200;
  private static final GigaPath DIRECTORY = GigaPath.parse("/d");
  private static final Caller USER = new Caller(7, 8, 9);

  @TempDir Path directory;

  private TestCluster cluster;
  private GigaClient client;

  @BeforeEach
  void start() throws Exception {
    cluster = TestCluster.start(directory, 2, 8, SPLIT_THRESHOLD);
    client = cluster.client();
    client.makeDirectory(DIRECTORY, 0755);
  }

  @AfterEach
  void close() {
    cluster.close();
  }

  /** The attributes of the files, or their errors. */
  private static List<Object> create(AsyncGigaClient async, int files, boolean exclusive) {
    List<CompletableFuture<FileAttributes>> asked = new ArrayList<>();
    for (int i = 0; i < files; i++) {
      asked.add(async.create(DIRECTORY.child(Name.of("f" + i)), 02654, exclusive));
    }
    return asked.stream().map(GatheredCreationTest::outcome).toList();
  }

  private static Object outcome(CompletableFuture<?> answer) {
    try {
      return answer.join();
    } catch (CompletionException e) {
      return e.getCause() instanceof GigaException failure ? failure.code() : e;
    }
  }

  private List<Object> found(int files) {
    List<CompletableFuture<FileAttributes>> asked = new ArrayList<>();
    for (int i = 0; i < files; i++) {
      asked.add(client.async().stat(DIRECTORY.child(Name.of("f" + i))));
    }
    return asked.stream().map(GatheredCreationTest::outcome).toList();
  }

  @Test
  void createsEachFileWhileItsDirectorySplits() throws Exception {
    List<Object> made = create(client.async(), FILES, true);
    assertThat(made).hasOnlyElementsOfType(FileAttributes.class).isEqualTo(found(FILES));
    Set<Object> inodes = new HashSet<>();
    for (Object file : made) {
      inodes.add(((FileAttributes) file).inode());
    }
    assertThat(inodes).hasSize(FILES);
    assertThat(client.stat(DIRECTORY).size()).isEqualTo(FILES);
    for (int server = 0; server < 2; server++) {
      cluster.stop(server);
      cluster.restart(server);
    }
    client = cluster.client();
    assertThat(found(FILES)).isEqualTo(made);
  }

  @Test
  void findsOrRefusesExistingFiles() {
    List<Object> made = create(client.async(), FILES / 2, true);
    List<Object> again = create(client.async(), FILES, true);
    assertThat(again.subList(0, FILES / 2)).containsOnly(ErrorCode.EEXIST);
    assertThat(again.subList(FILES / 2, FILES)).hasOnlyElementsOfType(FileAttributes.class);
    List<Object> opened = create(client.async(), FILES, false);
    assertThat(opened.subList(0, FILES / 2)).isEqualTo(made);
    assertThat(opened).isEqualTo(found(FILES));
  }

  @Test
  void refusesCallersWithoutWritePermission() throws Exception {
    assertThat(create(client.as(USER).async(), 300, true)).containsOnly(ErrorCode.EACCES);
    assertThat(client.stat(DIRECTORY).size()).isZero();
  }

  @Test
  void assignsOwnerGroupAndModeByTheDirectory() throws Exception {
    client.setAttributes(DIRECTORY, AttributeChange.ofMode(0777));
    List<Object> made = create(client.as(USER).async(), 500, true);
    assertThat(made).isEqualTo(found(500));
    assertThat(made)
        .allSatisfy(
            file -> {
              assertThat(((FileAttributes) file).uid()).isEqualTo(7);
              assertThat(((FileAttributes) file).gid()).isEqualTo(8);
              assertThat(((FileAttributes) file).mode()).isEqualTo(02654);
            });
    client.setAttributes(DIRECTORY, AttributeChange.ofMode(02777));
    List<Object> others = create(client.as(USER).async(), 1_000, true).subList(500, 1_000);
    assertThat(others).isEqualTo(found(1_000).subList(500, 1_000));
    assertThat(others)
        .allSatisfy(
            file -> {
              assertThat(((FileAttributes) file).gid()).isZero();
              assertThat(((FileAttributes) file).mode()).isEqualTo(0654);
            });
  }
}
