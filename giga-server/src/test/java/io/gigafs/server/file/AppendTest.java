package io.gigafs.server.file;

import static org.assertj.core.api.Assertions.assertThat;

import io.gigafs.client.ClientSettings.DataPath;
import io.gigafs.client.GigaPath;
import io.gigafs.client.OpenFile;
import io.gigafs.client.OpenOptions.Flag;
import io.gigafs.protocol.GigaException;
import io.gigafs.server.SimulatedClient;
import io.gigafs.server.SimulatedCluster;
import io.gigafs.server.SimulatedCluster.Setup;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Appends in parts by one client while another client appends. */
class AppendTest {
  private static final int INLINE_LIMIT = 100;

  @TempDir Path directory;

  /** Whether the file is small, large, or becomes large in between. */
  @ParameterizedTest
  @CsvSource({
    "CLIENT, 1", "CLIENT, 300", "CLIENT, 90", "CLIENT, 60",
    "SERVER, 1", "SERVER, 300", "SERVER, 90", "SERVER, 60"
  })
  void appendPartsAreAppliedInOrder(DataPath path, int before) throws Exception {
    SimulatedCluster cluster =
        Setup.seeded(1).withServers(1, 4).withInlineLimit(INLINE_LIMIT).start(directory);
    cluster.addVolume("v");
    cluster.simulation().runMillis(1_000);
    SimulatedClient one = cluster.client(Duration.ofSeconds(30), path);
    SimulatedClient two = cluster.client(Duration.ofSeconds(30), path);
    OpenFile mine = one.open("/f", Flag.READ, Flag.WRITE, Flag.CREATE);
    append(one, mine, "x".repeat(before));
    one.await(mine.flush());
    OpenFile theirs = two.open("/f", Flag.READ, Flag.WRITE);

    one.await(mine.appendPart(bytes("a part, ")));
    append(two, theirs, "[theirs]");
    two.await(theirs.flush());
    one.await(mine.appendPart(bytes("another, ")));
    append(two, theirs, "[more]");
    two.await(theirs.flush());
    append(one, mine, "the end;");
    append(one, mine, "and so on");
    one.await(mine.flush());
    assertThat(textOf(two).substring(before))
        .isEqualTo("[theirs][more]a part, another, the end;and so on");

    // A last part becomes visible once any client asks for it.
    one.await(mine.appendPart(bytes("left")));
    assertThat(textOf(one)).endsWith("left");
    one.await(mine.appendPart(bytes(" over")));
    OpenFile again = one.open("/f", Flag.READ, Flag.WRITE);
    append(one, again, ", again");
    one.await(mine.appendPart(bytes(".")));
    one.await(mine.closeAsync());
    one.await(again.closeAsync());
    assertThat(textOf(two)).endsWith("left over, again.");
  }

  private static void append(SimulatedClient client, OpenFile file, String text)
      throws GigaException {
    client.await(file.append(bytes(text)));
  }

  private static ByteBuffer bytes(String text) {
    return ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
  }

  private static String textOf(SimulatedClient client) throws GigaException {
    byte[] bytes = client.await(client.async().readFile(GigaPath.parse("/f")));
    return new String(bytes, StandardCharsets.UTF_8);
  }
}
