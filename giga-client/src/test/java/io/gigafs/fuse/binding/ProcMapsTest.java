package io.gigafs.fuse.binding;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests which mappings may modify a file. */
class ProcMapsTest {
  private static final String MAPS =
      """
      55d0-55d1 r-xp 00000000 08:01 77                         /usr/bin/77
      7f10-7f20 r--s 00000000 00:31 78                         /m/read
      7f20-7f30 rw-p 00000000 00:31 79                         /m/private
      7f30-7f40 rw-s 00001000 00:31 281474976710744            /m/a name with 80 and 8
      7f40-7f50 rw-s 00000000 00:31 80
      7ffd-7ffe rw-p 00000000 00:00 0                          [stack]
      """;

  @TempDir private Path directory = Path.of(".");

  @Test
  void onlySharedWritableMappingsOfTheFileCount() {
    assertThat(ProcMaps.hasShared(MAPS, "77")).isFalse();
    assertThat(ProcMaps.hasShared(MAPS, "78")).isFalse();
    assertThat(ProcMaps.hasShared(MAPS, "79")).isFalse();
    assertThat(ProcMaps.hasShared(MAPS, "8")).isFalse();
    assertThat(ProcMaps.hasShared(MAPS, "80")).isTrue();
    assertThat(ProcMaps.hasShared(MAPS, "281474976710744")).isTrue();
  }

  @Test
  void mappingOfThisProcessIsFound() throws IOException {
    ProcMaps maps = new ProcMaps(Path.of("/proc"));
    int self = (int) ProcessHandle.current().pid();
    Path path = Files.writeString(directory.resolve("f"), "text");
    long inode = (long) Files.getAttribute(path, "unix:ino");
    assertThat(maps.mayStore(self, inode)).isFalse();
    try (RandomAccessFile file = new RandomAccessFile(path.toFile(), "rw")) {
      MappedByteBuffer mapped = file.getChannel().map(MapMode.READ_WRITE, 0, 4);
      assertThat(maps.mayStore(self, inode)).isTrue();
      mapped.put(0, (byte) 'n');
    }
  }

  @Test
  void unreadableProcessCountsAsMappingTheFile() {
    assertThat(new ProcMaps(directory).mayStore(77, 1)).isTrue();
    assertThat(new ProcMaps(directory).mayStore(0, 1)).isTrue();
  }
}
