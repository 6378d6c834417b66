package io.gigafs.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.gigafs.client.ClientSettings;
import io.gigafs.client.ClientSettings.DataPath;
import io.gigafs.client.GigaClient;
import io.gigafs.client.GigaInputStream;
import io.gigafs.client.GigaOutputStream;
import io.gigafs.client.GigaPath;
import io.gigafs.client.OpenFile;
import io.gigafs.client.OpenOptions;
import io.gigafs.client.OpenOptions.Flag;
import io.gigafs.client.connect.GigaClients;
import io.gigafs.protocol.file.LockType;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests streams of files on a real cluster, from small files to those on a volume. */
class FileStreamsTest {
  private static final GigaPath FILE = GigaPath.parse("/f");

  @ParameterizedTest
  @EnumSource(
      value = DataPath.class,
      names = {"CLIENT", "SERVER"})
  void streamsCarryFilesOfAllSizes(DataPath dataPath, @TempDir Path directory) throws Exception {
    byte[] bytes = new byte[5_000_000];
    new Random(1).nextBytes(bytes);
    try (TestCluster cluster = TestCluster.start(directory, 2, 8, 8_000)) {
      cluster.addPosixVolume("v");
      ClientSettings settings =
          ClientSettings.builder(cluster.endpoints()).dataPath(dataPath).build();
      try (GigaClient client = GigaClients.connect(settings)) {
        int written = 0;
        for (int length = 1; written < bytes.length; length *= 4) {
          int count = Math.min(length, bytes.length - written);
          try (GigaOutputStream stream = GigaOutputStream.append(client, FILE, 0644)) {
            stream.write(bytes, written, count);
            stream.sync();
          }
          written += count;
          try (GigaInputStream stream = GigaInputStream.open(client, FILE)) {
            assertThat(stream.readAllBytes()).hasSize(written);
            stream.seek(written - count);
            assertThat(stream.readNBytes(count))
                .isEqualTo(Arrays.copyOfRange(bytes, written - count, written));
          }
        }
        try (GigaOutputStream stream = GigaOutputStream.create(client, FILE, 0644)) {
          stream.write(bytes);
        }
        try (GigaInputStream stream = GigaInputStream.open(client, FILE)) {
          assertThat(stream.readAllBytes()).isEqualTo(bytes);
        }
      }
    }
  }

  /** A stream reads ahead; under a lock it returns all bytes that any client wrote before. */
  @ParameterizedTest
  @ValueSource(ints = {100, 300_000})
  void streamUnderALockReadsNoStaleBytes(int length, @TempDir Path directory) throws Exception {
    try (TestCluster cluster = TestCluster.start(directory, 1, 8, 8_000)) {
      cluster.addPosixVolume("v");
      GigaClient one = cluster.client();
      one.writeFile(FILE, 0644, new byte[length], true);
      OpenFile read = one.open(FILE, OpenOptions.READ);
      try (GigaInputStream stream = new GigaInputStream(read);
          OpenFile own = one.open(FILE, OpenOptions.of(Flag.WRITE));
          OpenFile others = cluster.client().open(FILE, OpenOptions.of(Flag.WRITE))) {
        for (byte i = 1; i < 10; i++) {
          OpenFile writer = i % 2 == 0 ? own : others;
          writer.flock(LockType.EXCLUSIVE, true).join();
          writer.write(length / 2, ByteBuffer.wrap(new byte[] {i})).join();
          writer.funlock().join();
          read.flock(LockType.SHARED, true).join();
          stream.seek(length / 2 - 1);
          assertThat(stream.readNBytes(2)).containsExactly(0, i);
          read.funlock().join();
        }
      }
    }
  }
}
