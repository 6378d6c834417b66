package io.gigafs.server.file;

import static io.gigafs.client.OpenOptions.Flag.CREATE;
import static io.gigafs.client.OpenOptions.Flag.READ;
import static io.gigafs.client.OpenOptions.Flag.TRUNCATE;
import static io.gigafs.client.OpenOptions.Flag.WRITE;
import static org.assertj.core.api.Assertions.assertThat;

import io.gigafs.client.GigaPath;
import io.gigafs.client.OpenFile;
import io.gigafs.protocol.GigaException;
import io.gigafs.protocol.namespace.AttributeChange;
import io.gigafs.server.SimulatedClient;
import io.gigafs.server.SimulatedCluster;
import io.gigafs.server.SimulatedCluster.Setup;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Holes of small files: ranges that take no storage. */
class HolesTest {
  @TempDir Path directory;
  private SimulatedCluster cluster;
  private SimulatedClient client;

  @BeforeEach
  void start() {
    cluster = Setup.seeded(5).withServers(2, 4).start(directory);
    client = cluster.client();
  }

  private OpenFile made() throws GigaException {
    return client.open("/f", READ, WRITE, CREATE);
  }

  private void write(OpenFile file, long offset, int length) throws GigaException {
    byte[] bytes = new byte[length];
    Arrays.fill(bytes, (byte) 'x');
    client.await(file.write(offset, ByteBuffer.wrap(bytes)));
    client.await(file.flush());
  }

  private void assertHoles(long size, long holes) throws GigaException {
    assertThat(cluster.client().stat("/f").size()).isEqualTo(size);
    assertThat(cluster.client().stat("/f").holes()).isEqualTo(holes);
  }

  @Test
  void truncationsCreateAndShortenHoles() throws Exception {
    OpenFile file = made();
    client.await(file.setAttributes(AttributeChange.ofSize(1L << 40)));
    assertHoles(1L << 40, 1L << 40);
    write(file, 0, 100);
    assertHoles(1L << 40, (1L << 40) - 100);
    client.setAttributes("/f", AttributeChange.ofSize(1_000));
    assertHoles(1_000, 900);
    client.setAttributes("/f", AttributeChange.ofSize(50));
    assertHoles(50, 0);
    client.setAttributes("/f", AttributeChange.ofSize(60));
    assertHoles(60, 10);
    write(file, 55, 1);
    assertHoles(60, 4);
    write(file, 60, 1);
    assertHoles(61, 0);
    client.await(file.setAttributes(AttributeChange.ofSize(100)));
    client.open("/f", WRITE, TRUNCATE);
    assertHoles(0, 0);
    client.await(client.async().writeFile(GigaPath.parse("/f"), 0644, new byte[10], false));
    assertHoles(10, 0);
  }

  @Test
  void renamesLinksAndRestartsKeepHoles() throws Exception {
    OpenFile file = made();
    client.await(file.setAttributes(AttributeChange.ofSize(5_000)));
    client.link("/f", "/g");
    client.makeDirectory("/d");
    client.rename("/f", "/d/f");
    client.rename("/d/f", "/f");
    client.changeMode("/f", 0600);
    cluster.servers().forEach(server -> server.kill());
    cluster.servers().forEach(server -> server.startIfDown());
    assertHoles(5_000, 5_000);
  }

  @Test
  void seekFindsHolesAndData() throws Exception {
    OpenFile file = made();
    write(file, 8_192, 100);
    client.await(file.setAttributes(AttributeChange.ofSize(50_000)));
    assertThat(seek(file, 0, false)).isEqualTo(8_192);
    assertThat(seek(file, 0, true)).isZero();
    assertThat(seek(file, 8_200, false)).isEqualTo(8_200);
    assertThat(seek(file, 8_200, true)).isEqualTo(12_288);
    assertThat(seek(file, 12_288, false)).isEqualTo(-1);
    assertThat(seek(file, 12_288, true)).isEqualTo(12_288);
    assertThat(seek(file, 50_000, true)).isEqualTo(-1);
    client.await(file.write(49_000, ByteBuffer.wrap(new byte[] {1})));
    assertThat(seek(file, 12_288, false)).isEqualTo(45_056);
    assertThat(seek(file, 45_056, true)).isEqualTo(49_152);
    assertThat(seek(file, 49_100, false)).isEqualTo(49_100);
    assertThat(seek(file, 49_900, true)).isEqualTo(49_900);
  }

  private long seek(OpenFile file, long offset, boolean toHole) throws GigaException {
    return client.await(file.seek(offset, toHole));
  }
}
