package io.gigafs.cli.adopt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.gigafs.client.GigaPath;
import io.gigafs.protocol.FileType;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** Tests the estimate of how much of a tree was read. */
class AdoptedDirectoryTest {
  private static AdoptedDirectory top() {
    SourceFile.Id id = new SourceFile.Id(1, 2);
    SourceFile source =
        new SourceFile("/", FileType.DIRECTORY, 0755, false, 0, 0, 0, 2, 0, 0, 0, 0, id);
    return new AdoptedDirectory(
        GigaPath.ROOT, source, "", null, 1, CompletableFuture.completedFuture(null));
  }

  @Test
  void partOfADirectoryIsDividedAmongItAndItsDirectories() {
    AdoptedDirectory top = top();
    top.divideShare(3, true);
    assertThat(top.entryShare()).isEqualTo(0.25);
    assertThat(top.share()).isEqualTo(0.25);
  }

  @Test
  void partsOfAllPagesAreTheWhole() {
    AdoptedDirectory top = top();
    double sum = 0;
    for (int page = 0; page < 3; page++) {
      top.divideShare(1_000, false);
      sum += 1_000 * top.entryShare();
    }
    top.divideShare(9, true);
    sum += 9 * top.entryShare() + top.share();
    assertThat(sum).isCloseTo(1, within(1e-9));
  }

  @Test
  void directoryWithFilesAloneHasItsWholePart() {
    AdoptedDirectory top = top();
    top.divideShare(0, true);
    assertThat(top.share()).isEqualTo(1);
  }
}
