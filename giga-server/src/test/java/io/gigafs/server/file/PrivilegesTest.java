package io.gigafs.server.file;

import static io.gigafs.server.file.RawFile.READS;
import static io.gigafs.server.file.RawFile.WRITES;
import static io.gigafs.server.file.RawFile.locationOf;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gigafs.client.GigaPath;
import io.gigafs.client.OpenFile;
import io.gigafs.client.OpenOptions.Flag;
import io.gigafs.protocol.Caller;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.FileHandle;
import io.gigafs.protocol.GigaException;
import io.gigafs.protocol.Sequence;
import io.gigafs.protocol.file.DataReport;
import io.gigafs.protocol.namespace.AttributeChange;
import io.gigafs.protocol.namespace.AttributeChange.TimeChange;
import io.gigafs.server.RawClient;
import io.gigafs.server.SimulatedClient;
import io.gigafs.server.SimulatedCluster;
import io.gigafs.server.SimulatedCluster.Setup;
import io.gigafs.volume.DataLocation;
import io.gigafs.volume.MemoryVolume;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Objects;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Set-id bits and capabilities of files on volumes: a write to the object drops them. */
class PrivilegesTest {
  private static final Caller USER = new Caller(1000, 1000);
  private static final RawFile BY_ROOT = RawFile.named("f");
  private static final RawFile BY_USER = new RawFile(BY_ROOT.directory(), BY_ROOT.name(), USER, 78);
  private static final String CAPABILITY = "security.capability";

  /** Time after which a dead client is detected and its writes are measured. */
  private static final int LAPSE_MILLIS = 60_000;

  @TempDir Path directory;
  private SimulatedCluster cluster;
  private SimulatedClient client;
  private RawClient raw;
  private MemoryVolume volume;
  private DataLocation object;
  private long before;
  private long requests;

  @BeforeEach
  void start() throws GigaException {
    cluster = Setup.seeded(1).withServers(1, 4).withInlineLimit(100).start(directory);
    volume = cluster.addVolume("v");
    cluster.simulation().runMillis(100);
    client = cluster.client();
    raw = cluster.rawClient();
    client.await(client.async().writeFile(GigaPath.parse("/f"), 0644, new byte[200], false));
    client.changeMode("/f", 06777);
    client.setXattr("/f", CAPABILITY, capability());
    FileHandle reader = open(BY_ROOT, READS);
    object = locationOf(raw.result(BY_ROOT.read(reader)).data());
    raw.result(BY_ROOT.close(next(), reader, null));
    cluster.simulation().runMillis(1_000);
    before = client.stat("/f").modifiedNanos();
    assertHas(06777, true);
  }

  /** An empty capability set in the format VFS_CAP_REVISION_2. */
  private static byte[] capability() {
    byte[] capability = new byte[20];
    capability[3] = 2;
    return capability;
  }

  private Sequence next() {
    return new Sequence(++requests, 0);
  }

  private FileHandle open(RawFile file, int flags) {
    return file.opened(raw, next(), flags);
  }

  private DataReport write(String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    volume.put(object.path(), bytes);
    return new DataReport(bytes.length, cluster.wallNanos(), false, 0);
  }

  private int listedMode() throws GigaException {
    return Objects.requireNonNull(client.listEntries("/", true).get(0).attributes()).mode();
  }

  private void assertHas(int mode, boolean hasCapability) throws GigaException {
    assertThat(client.stat("/f").mode()).isEqualTo(mode);
    assertThat(listedMode()).isEqualTo(mode);
    if (hasCapability) {
      assertThat(client.getXattr("/f", CAPABILITY)).isEqualTo(capability());
    } else {
      assertThatThrownBy(() -> client.getXattr("/f", CAPABILITY))
          .isInstanceOfSatisfying(
              GigaException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.ENODATA));
    }
  }

  @Test
  void deathOfAWriterDropsPrivileges() throws GigaException {
    open(BY_USER, WRITES);
    write("theirs");
    cluster.simulation().runMillis(LAPSE_MILLIS);
    assertHas(0777, false);
  }

  @Test
  void statReportsDroppedPrivilegesAtOnce() throws GigaException {
    open(BY_USER, WRITES);
    write("theirs");
    assertThat(client.stat("/f").mode()).isEqualTo(0777);
  }

  @Test
  void deathOfAWriterAndAServerDropsPrivileges() throws GigaException {
    open(BY_USER, WRITES);
    write("theirs");
    cluster.server(0).kill();
    cluster.server(0).start();
    cluster.simulation().runMillis(LAPSE_MILLIS);
    assertHas(0777, false);
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void falseReportOfNoWriteDropsPrivileges(boolean isSetBack) throws GigaException {
    FileHandle writer = open(BY_USER, WRITES);
    write("theirs");
    if (isSetBack) {
      client.setAttributes("/f", AttributeChange.ofTimes(null, TimeChange.to(before)));
    }
    raw.result(BY_USER.close(next(), writer, new DataReport(200, before, false, 0)));
    cluster.simulation().runMillis(1_000);
    assertHas(0777, false);
  }

  @Test
  void privilegesDropWhileOtherWritersRemain() throws GigaException {
    open(BY_USER, WRITES);
    cluster.simulation().runMillis(100);
    SimulatedClient other = cluster.client();
    OpenFile kept = other.open("/f", Flag.WRITE);
    write("theirs");
    cluster.simulation().runMillis(LAPSE_MILLIS);
    assertThat(listedMode()).isEqualTo(0777);
    other.await(kept.closeAsync());
    assertHas(0777, false);
  }

  @Test
  void writesOfRootKeepSetIdBits() throws GigaException {
    open(BY_ROOT, WRITES);
    write("ours");
    cluster.simulation().runMillis(LAPSE_MILLIS);
    assertHas(06777, false);
    open(BY_ROOT, WRITES);
    open(BY_USER, WRITES);
    write("whose");
    cluster.simulation().runMillis(LAPSE_MILLIS);
    assertHas(0777, false);
  }

  @Test
  void writersWithoutWritesKeepPrivileges() throws GigaException {
    open(BY_USER, WRITES);
    cluster.simulation().runMillis(LAPSE_MILLIS);
    assertHas(06777, true);
    FileHandle writer = open(BY_USER, WRITES);
    raw.result(BY_USER.close(next(), writer, null));
    cluster.simulation().runMillis(1_000);
    assertHas(06777, true);
  }

  @Test
  void setIdBitsSetAfterTheLastWriteStay() throws GigaException {
    client.setAttributes("/f", AttributeChange.ofOwner(USER.uid(), USER.gid()));
    FileHandle writer = open(BY_USER, WRITES);
    DataReport written = write("theirs");
    client.changeMode("/f", 04755);
    raw.result(BY_USER.close(next(), writer, written));
    cluster.simulation().runMillis(1_000);
    assertHas(04755, false);
  }
}
