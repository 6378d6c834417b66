package io.gigafs.cli.fs.copy;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.gigafs.client.DirectoryTarget;
import io.gigafs.client.FileContents;
import io.gigafs.client.GigaPath;
import io.gigafs.client.Target;
import io.gigafs.client.connect.GigaClients;
import io.gigafs.index.Name;
import io.gigafs.model.ModelClient;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.GigaException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests that announced files are read together, with a client that records its requests. */
class SmallReadsTest {
  private static final GigaPath DIRECTORY = GigaPath.parse("/d");

  private final Site site = new Site();
  private final SmallReads reads = new SmallReads(GigaClients.blocking(site));

  /** Records the requests that it receives. */
  private static final class Site extends ModelClient {
    private final List<String> asked = new ArrayList<>();
    private boolean fails;

    Site() {
      super(Runnable::run);
    }

    @Override
    public CompletableFuture<List<FileContents>> readAll(
        DirectoryTarget directory, List<Name> names) {
      asked.add(directory + " " + names);
      return fails
          ? CompletableFuture.failedFuture(ErrorCode.ETIMEDOUT.exception("server s1"))
          : super.readAll(directory, names);
    }

    @Override
    public CompletableFuture<byte[]> readFile(Target path) {
      asked.add(path.toString());
      return super.readFile(path);
    }
  }

  private static GigaPath file(int number) {
    return DIRECTORY.child(Name.of("f" + number));
  }

  @BeforeEach
  void make() {
    site.makeDirectory(DIRECTORY, 0755).join();
    for (int i = 0; i < 4; i++) {
      site.writeFile(file(i), 0644, ("bytes " + i).getBytes(UTF_8), false).join();
    }
  }

  private String read(int number) throws GigaException {
    return new String(reads.read(file(number)), UTF_8);
  }

  @Test
  void announcedFilesOfADirectoryAreReadTogether() throws GigaException {
    for (int i = 0; i < 4; i++) {
      reads.announce(file(i));
    }
    reads.announce(GigaPath.parse("/elsewhere"));
    for (int i : new int[] {2, 0, 3, 1}) {
      assertThat(read(i)).isEqualTo("bytes " + i);
    }
    assertThat(site.asked).containsExactly("/d [f2, f0, f1, f3]");
  }

  @Test
  void unannouncedFileIsReadAlone() throws GigaException {
    reads.announce(file(0));
    assertThat(read(1)).isEqualTo("bytes 1");
    assertThat(site.asked).containsExactly("/d/f1");
  }

  @Test
  void forgottenFilesAreNotRead() throws GigaException {
    reads.announce(file(0));
    reads.announce(file(1));
    reads.announce(file(2));
    reads.forget(file(1));
    assertThat(read(0)).isEqualTo("bytes 0");
    reads.forget(file(0));
    assertThat(read(0)).isEqualTo("bytes 0");
    assertThat(site.asked).containsExactly("/d [f0, f2]", "/d/f0");
  }

  @Test
  void missingFileFailsAlone() throws GigaException {
    reads.announce(file(7));
    reads.announce(file(0));
    assertThatExceptionOfType(GigaException.class)
        .isThrownBy(() -> read(7))
        .matches(failure -> failure.code() == ErrorCode.ENOENT)
        .withMessageStartingWith("/d/f7");
    assertThat(read(0)).isEqualTo("bytes 0");
  }

  @Test
  void unresponsiveServerFailsAllReads() {
    reads.announce(file(0));
    reads.announce(file(1));
    site.fails = true;
    for (int i = 0; i < 2; i++) {
      int number = i;
      assertThatExceptionOfType(GigaException.class)
          .isThrownBy(() -> read(number))
          .matches(failure -> failure.code() == ErrorCode.ETIMEDOUT);
    }
    assertThat(site.asked).hasSize(1);
  }
}
