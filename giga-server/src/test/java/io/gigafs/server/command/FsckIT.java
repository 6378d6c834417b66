package io.gigafs.server.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.gigafs.index.InodeId;
import io.gigafs.index.Name;
import io.gigafs.tablefs.Attributes;
import io.gigafs.tablefs.Batch;
import io.gigafs.tablefs.EntryKey;
import io.gigafs.tablefs.FileType;
import io.gigafs.tablefs.Store;
import io.gigafs.tablefs.StoreSettings;
import io.gigafs.tablefs.store.Stores;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code giga fsck} on a cluster in another process, over stores on the disk. */
class FsckIT {
  @TempDir private Path directory;

  private GigaProcess start() {
    return GigaProcess.start(
        "dev-cluster", "--dir", directory.toString(), "--servers", "2", "--split-threshold", "200");
  }

  private static String url(GigaProcess cluster) {
    return cluster.nextLine().substring("ready ".length());
  }

  private static void stop(GigaProcess cluster) {
    cluster.terminate();
    assertThat(cluster.exitCode()).isZero();
  }

  private static GigaProcess fsck(String url, String... more) {
    String[] words = new String[5 + more.length];
    words[0] = "fsck";
    words[1] = "-c";
    words[2] = url;
    words[3] = "--grace";
    words[4] = "1s";
    System.arraycopy(more, 0, words, 5, more.length);
    return GigaProcess.run(words);
  }

  @Test
  void fsckFindsAndRepairsStrayEntries() {
    try (GigaProcess cluster = start()) {
      String url = url(cluster);
      GigaProcess made =
          GigaProcess.run(
              "bench", "create", "-c", url, "--dir", "/d", "--files", "3000", "--window", "32");
      assertThat(made.exitCode()).isZero();
      GigaProcess clean = fsck(url);
      assertThat(clean.err()).isEmpty();
      assertThat(clean.out())
          .startsWith("checked 2 servers, ")
          .endsWith(" 3002 entries, 2 volumes, 0 objects: no damage\n");
      assertThat(clean.exitCode()).isZero();
      stop(cluster);
    }
    addStray();
    try (GigaProcess cluster = start()) {
      String url = url(cluster);
      GigaProcess found = fsck(url);
      assertThat(found.out())
          .startsWith("s1: stray entries of directory 9:4711 from position ")
          .contains(": 1 entry, 'left'\n");
      assertThat(found.exitCode()).isEqualTo(4);
      GigaProcess mended = fsck(url, "--repair");
      assertThat(mended.out())
          .contains("    repaired: 0 stale copies removed, 1 put into /lost+found\n");
      assertThat(mended.exitCode()).isEqualTo(1);
      assertThat(GigaProcess.run("fs", "-c", url, "ls", "/lost+found").out())
          .isEqualTo("9.4711.9.4712.left\n");
      assertThat(fsck(url).exitCode()).isZero();
      stop(cluster);
    }
  }

  @Test
  void fsckQuarantinesFilesThatLostTheirBytes() throws IOException {
    Path local = Files.writeString(directory.resolve("local"), "a small file");
    try (GigaProcess cluster = start()) {
      String url = url(cluster);
      for (String path : List.of("/f", "/g")) {
        assertThat(GigaProcess.run("fs", "-c", url, "put", local.toString(), path).exitCode())
            .isZero();
      }
      stop(cluster);
    }
    loseBytesOf("f");
    try (GigaProcess cluster = start()) {
      String url = url(cluster);
      assertThat(GigaProcess.run("fs", "-c", url, "cat", "/f").exitCode()).isNotZero();
      assertThat(fsck(url, "--data", "--repair").out())
          .contains("damaged bytes of entry 'f' in directory 0:2")
          .contains("    not repaired: write the whole file anew, or restore it");
      GigaProcess taken = fsck(url, "--data", "--quarantine");
      assertThat(taken.out()).contains("    repaired: it is /lost+found/0.2.");
      assertThat(taken.exitCode()).isEqualTo(1);
      assertThat(GigaProcess.run("fs", "-c", url, "ls", "/").out()).isEqualTo("g\nlost+found\n");
      assertThat(GigaProcess.run("fs", "-c", url, "put", local.toString(), "/f").exitCode())
          .isZero();
      assertThat(GigaProcess.run("fs", "-c", url, "cat", "/f").out()).isEqualTo("a small file\n");
      assertThat(fsck(url, "--data", "--quarantine").out())
          .contains("    not repaired: it is in /lost+found: remove it there");
      assertThat(GigaProcess.run("fs", "-c", url, "rm", "-r", "/lost+found").exitCode()).isZero();
      assertThat(fsck(url, "--data").exitCode()).isZero();
      stop(cluster);
    }
  }

  /** Replaces the bytes of a file by those of a lost blob file. */
  private void loseBytesOf(String name) throws IOException {
    for (String server : List.of("s1", "s2")) {
      try (Store store =
          Stores.open(StoreSettings.of(directory.resolve(server).resolve("store")))) {
        List<EntryKey> found = new ArrayList<>();
        store.scanAllEntries(
            null,
            (key, entry) -> {
              if (new String(key.name(), StandardCharsets.UTF_8).equals(name)) {
                found.add(key);
              }
              return true;
            });
        for (EntryKey key : found) {
          Batch batch = store.newBatch();
          batch.putInline(key, new byte[5]);
          store.commit(batch);
        }
      }
    }
  }

  /** Adds an entry of a nonexistent directory to the store of s1. */
  private void addStray() {
    Name name = Name.of("left");
    InodeId parent = InodeId.of(9, 4711);
    try (Store store = Stores.open(StoreSettings.of(directory.resolve("s1").resolve("store")))) {
      Batch batch = store.newBatch();
      batch.putEntry(
          EntryKey.of(parent.value(), name.position().value(), name.bytes()),
          new Attributes(
              InodeId.of(9, 4712).value(), FileType.REGULAR, 0644, 0, 0, 0, 1, 1, 1, 1, 0));
      store.commit(batch);
    }
  }
}
