package io.gigafs.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.gigafs.client.GigaPath;
import io.gigafs.client.OpenFile;
import io.gigafs.client.OpenOptions.Flag;
import io.gigafs.protocol.file.RenewSessionRequest;
import io.gigafs.server.SimulatedCluster.Setup;
import io.gigafs.tablefs.Batch;
import io.gigafs.tablefs.Store;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Counts the requests, store batches and syncs that operations on small files take. */
class SmallFileCostTest {
  private static final int FILES = 10;
  private static final byte[] BYTES = new byte[1 << 10];

  @TempDir Path directory;
  private SimulatedCluster cluster;
  private SimulatedClient client;
  private int batches;
  private int syncs;
  private int requests;

  @BeforeEach
  void start() throws Exception {
    cluster =
        Setup.seeded(1)
            .withServers(1, 4)
            .withSplitThreshold(1_000)
            .withSabotage(new CountedBatches())
            .start(directory);
    client = cluster.client();
    write("/first");
    cluster
        .network()
        .watch(
            packet -> {
              boolean counts = !packet.isAnswer() && !packet.isOf(RenewSessionRequest.OPCODE);
              requests += counts && packet.from().equals(client.name()) ? 1 : 0;
            });
    batches = 0;
  }

  private final class CountedBatches implements PlantedFault {
    @Override
    public Store store(Store real) {
      return Tampered.store(
          real,
          (method, arguments, call) -> {
            if (method.equals("commit") && ((Batch) arguments[0]).size() > 0) {
              batches++;
            }
            syncs += method.equals("sync") ? 1 : 0;
            return call.call();
          },
          (method, arguments, call) -> call.call());
    }
  }

  private void write(String path) throws Exception {
    write(path, false);
  }

  private void write(String path, boolean sync) throws Exception {
    client.await(client.async().writeFile(GigaPath.parse(path), 0644, BYTES, sync));
  }

  @Test
  void wholeFileWriteTakesOneRequestAndBatch() throws Exception {
    for (int i = 0; i < FILES; i++) {
      write("/f" + i);
    }
    assertThat(requests).isEqualTo(FILES);
    assertThat(batches).isEqualTo(FILES);
  }

  @Test
  void syncedWriteTakesOneSync() throws Exception {
    int before = syncs;
    for (int i = 0; i < FILES; i++) {
      write("/f" + i, true);
      assertThat(syncs - before).isGreaterThan(i);
    }
    assertThat(requests).isEqualTo(FILES);
    assertThat(batches).isEqualTo(FILES);
  }

  @Test
  void overwriteTakesOneRequestAndBatch() throws Exception {
    for (int i = 0; i < FILES; i++) {
      write("/first");
    }
    assertThat(requests).isEqualTo(FILES);
    assertThat(batches).isEqualTo(FILES);
  }

  @Test
  void openWriteAndCloseTakeTwoRequests() throws Exception {
    for (int i = 0; i < FILES; i++) {
      OpenFile file = client.open("/f" + i, Flag.WRITE, Flag.CREATE);
      client.await(file.write(0, ByteBuffer.wrap(BYTES)));
      client.await(file.closeAsync());
    }
    assertThat(requests).isEqualTo(2 * FILES);
    assertThat(batches).isEqualTo(2 * FILES);
  }

  @Test
  void wholeFileReadTakesOneRequest() throws Exception {
    for (int i = 0; i < FILES; i++) {
      assertThat(client.await(client.async().readFile(GigaPath.parse("/first")))).isEqualTo(BYTES);
    }
    assertThat(requests).isEqualTo(FILES);
    // The first read records the access time.
    assertThat(batches).isEqualTo(1);
  }

  @Test
  void openReadAndCloseTakeTwoRequests() throws Exception {
    for (int i = 0; i < FILES; i++) {
      OpenFile file = client.open("/first", Flag.READ);
      ByteBuffer bytes = ByteBuffer.allocate(BYTES.length);
      assertThat(client.await(file.read(0, bytes))).isEqualTo(BYTES.length);
      client.await(file.closeAsync());
    }
    assertThat(requests).isEqualTo(2 * FILES);
    assertThat(batches).isEqualTo(2 * FILES);
  }
}
