package io.gigafs.cli.fsck;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.gigafs.cli.FakeObjects;
import io.gigafs.cli.TestShell;
import io.gigafs.cluster.ClusterSettings;
import io.gigafs.cluster.ClusterView;
import io.gigafs.cluster.ClusterView.SlotMove;
import io.gigafs.cluster.Endpoint;
import io.gigafs.cluster.ServerId;
import io.gigafs.cluster.ServerInfo;
import io.gigafs.cluster.SlotTable;
import io.gigafs.cluster.VolumeInfo;
import io.gigafs.index.InodeId;
import io.gigafs.protocol.data.KnownObject;
import io.gigafs.protocol.data.KnownObject.Use;
import io.gigafs.volume.DataLocation;
import io.gigafs.volume.VolumeMark;
import io.gigafs.volume.posix.PosixProvider;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests {@code giga fsck} of a volume that is a directory. */
class FsckVolumesTest {
  private static final UUID CLUSTER = new UUID(0, 7);
  private static final List<ServerInfo> SERVERS =
      List.of(
          new ServerInfo(new ServerId("s1"), new Endpoint("10.0.0.1", 7000)),
          new ServerInfo(new ServerId("s2"), new Endpoint("10.0.0.2", 7000)));

  @TempDir Path root;

  private final TestShell shell = new TestShell();
  private final FakeObjects known = shell.client().objects();
  private URI uri = URI.create("posix:///");

  @BeforeEach
  void addVolume() throws IOException {
    uri = URI.create("posix://" + root);
    new PosixProvider().prepare(uri, new VolumeMark(CLUSTER, 1), false);
    view(VolumeInfo.State.ACTIVE, List.of());
    write("1/0/a.10", "12345");
    known.add(file("1/0/a.10", 5, true, crc("12345")));
    write("1/0/b.11", "123");
    known.add(file("1/0/b.11", 0, false, null));
    write("1/0/c.12", "1");
    known.add(KnownObject.without(on1("1/0/c.12"), Use.PLACED));
    known.add(KnownObject.without(on1("1/0/never.made"), Use.PLACED));
    known.add(KnownObject.without(on1("1/0/deleted.already"), Use.RECLAIM));
  }

  private void view(VolumeInfo.State state, List<SlotMove> moves) {
    shell
        .client()
        .setView(
            new ClusterView(
                CLUSTER,
                5,
                ClusterSettings.DEFAULTS,
                SERVERS,
                SlotTable.interleaved(4, 2),
                moves,
                Set.of(),
                List.of(new VolumeInfo(1, uri, state)),
                2));
  }

  private static DataLocation on1(String path) {
    return new DataLocation(1, path);
  }

  private static KnownObject file(String path, long size, boolean settled, @Nullable Integer crc) {
    byte[] name = path.substring(path.lastIndexOf('/') + 1).getBytes(StandardCharsets.UTF_8);
    return new KnownObject(on1(path), Use.FILE, InodeId.of(3, 16), name, size, settled, crc);
  }

  private static int crc(String bytes) {
    CRC32C crc = new CRC32C();
    crc.update(bytes.getBytes(StandardCharsets.UTF_8));
    return (int) crc.getValue();
  }

  private void write(String path, String bytes) throws IOException {
    Path file = root.resolve(path);
    Files.createDirectories(file.getParent());
    Files.writeString(file, bytes);
  }

  private TestShell.Result fsck(String options) {
    return shell.run(("fsck --grace 1ms " + options).strip());
  }

  @Test
  void knownObjectsAreNoDamage() {
    TestShell.Result result = fsck("--data");
    assertThat(result.err()).isEmpty();
    assertThat(result.out())
        .isEqualTo(
            "checked 2 servers, 2 partitions, 20 entries (the bytes of 12 small files), 1 volume, 5"
                + " objects (1 verified): no damage\n");
    assertThat(result.exitCode()).isZero();
  }

  @Test
  void orphanedObjectIsSetAside() throws IOException {
    write("1/1/lost.13", "77");
    TestShell.Result found = fsck("");
    assertThat(found.out())
        .startsWith(
            "volume 1: orphaned object '1/1/lost.13': no server knows it; it has 2 bytes\n");
    assertThat(found.exitCode()).isEqualTo(FsckCommand.DAMAGED);
    TestShell.Result mended = fsck("--repair");
    assertThat(mended.out())
        .contains("    repaired: it is kept on the volume as '.giga-aside/1/1/lost.13'\n");
    assertThat(mended.exitCode()).isEqualTo(FsckCommand.REPAIRED);
    assertThat(root.resolve("1/1")).doesNotExist();
    assertThat(root.resolve(".giga-aside/1/1/lost.13")).hasContent("77");
    assertThat(fsck("").exitCode()).isZero();
  }

  @Test
  void lateReferencedObjectIsRestored() throws IOException {
    write("1/1/late.13", "77");
    int[] asked = new int[1];
    known.onceAsked(
        () -> {
          if (++asked[0] == 2) {
            known.add(file("1/1/late.13", 2, true, null));
          }
        });
    TestShell.Result result = fsck("--repair");
    assertThat(result.out()).contains("not repaired: a server names it after all");
    assertThat(root.resolve("1/1/late.13")).hasContent("77");
    assertThat(root.resolve(".giga-aside/1")).doesNotExist();
    assertThat(fsck("").exitCode()).isZero();
  }

  @Test
  void transientObjectIsNoFinding() throws IOException {
    write("1/1/passing.13", "77");
    known.onceAsked(
        () -> {
          try {
            Files.deleteIfExists(root.resolve("1/1/passing.13"));
          } catch (IOException e) {
            throw new UncheckedIOException(e);
          }
        });
    assertThat(fsck("").exitCode()).isZero();
  }

  @Test
  void noOrphansAreReportedIfAServerFails() throws IOException {
    write("1/1/lost.13", "77");
    known.fail();
    TestShell.Result result = fsck("--repair");
    assertThat(result.out()).doesNotContain("orphaned");
    assertThat(result.err())
        .contains("what server s2 has there: ")
        .contains("a row cannot be read");
    assertThat(result.exitCode()).isEqualTo(FsckCommand.UNCHECKED);
    assertThat(root.resolve("1/1/lost.13")).exists();
  }

  @Test
  void noOrphansAreReportedDuringSlotMoves() throws IOException {
    write("1/1/lost.13", "77");
    view(VolumeInfo.State.ACTIVE, List.of(new SlotMove(1, new ServerId("s1"), 5)));
    TestShell.Result result = fsck("--repair");
    assertThat(result.err()).contains("orphans: slots are moving between servers");
    assertThat(result.exitCode()).isEqualTo(FsckCommand.UNCHECKED);
    assertThat(root.resolve("1/1/lost.13")).exists();
  }

  @Test
  void missingObjectsAreFound() throws Exception {
    Files.delete(root.resolve("1/0/a.10"));
    TestShell.Result result = fsck("--json");
    JsonNode finding = new ObjectMapper().readTree(result.out().lines().findFirst().orElseThrow());
    assertThat(finding.get("kind").asText()).isEqualTo("missing-object");
    assertThat(finding.get("path").asText()).isEqualTo("1/0/a.10");
    assertThat(finding.get("directory").asText()).isEqualTo("3:16");
    assertThat(finding.get("name").asText()).isEqualTo("a.10");
    assertThat(result.exitCode()).isEqualTo(FsckCommand.DAMAGED);
  }

  @Test
  void wrongSizesOfSettledFilesAreFound() throws IOException {
    write("1/0/a.10", "1234");
    write("1/0/b.11", "longer than before");
    TestShell.Result result = fsck("");
    assertThat(result.out())
        .startsWith(
            "volume 1: wrong size of object '1/0/a.10' of entry 'a.10' in directory 3:16:"
                + " it has 4 bytes, the file 5\n")
        .endsWith("damage in 1 place\n");
  }

  @Test
  void wrongChecksumsAreFoundWithTheDataOption() throws IOException {
    write("1/0/a.10", "12346");
    assertThat(fsck("").exitCode()).isZero();
    TestShell.Result result = fsck("--data");
    assertThat(result.out()).contains("wrong checksum of object '1/0/a.10'").contains("its CRC32C");
    assertThat(result.exitCode()).isEqualTo(FsckCommand.DAMAGED);
  }

  @ParameterizedTest
  @EnumSource(names = {"ADOPTED", "ADOPTED_DRAINING"})
  void otherFilesOfAnAdoptedTreeAreNoOrphans(VolumeInfo.State state) throws IOException {
    view(state, List.of());
    write("1/1/not.adopted", "77");
    assertThat(fsck("").exitCode()).isZero();
    Files.delete(root.resolve("1/0/a.10"));
    assertThat(fsck("").out()).startsWith("volume 1: missing object '1/0/a.10'");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "--no-volumes", "--repair"})
  void filesOnUnknownVolumesAreFound(String options) {
    known.addUnknown(KnownObject.without(new DataLocation(9, "1/0/d.13"), Use.RECLAIM));
    known.addUnknown(
        new KnownObject(
            new DataLocation(9, "1/0/e.14"),
            Use.FILE,
            InodeId.of(3, 16),
            "e".getBytes(StandardCharsets.UTF_8),
            5,
            true,
            null));
    TestShell.Result result = fsck(options);
    assertThat(result.out())
        .startsWith(
            "volume 9: unknown volume of object '1/0/e.14' of entry 'e' in directory 3:16: the"
                + " cluster's view has no volume 9 (s1 knows the file)\n")
        .contains("unknown-volume (1): ")
        .endsWith("damage in 1 place\n");
    assertThat(result.out().contains("giga volume restore URI"))
        .isEqualTo(options.equals("--repair"));
    assertThat(result.exitCode()).isEqualTo(FsckCommand.DAMAGED);
  }

  @Test
  void missingVolumeIsNotChecked() throws IOException {
    Files.delete(root.resolve(".giga-volume"));
    TestShell.Result result = fsck("");
    assertThat(result.err()).contains("not checked: volume 1");
    assertThat(result.exitCode()).isEqualTo(FsckCommand.UNCHECKED);
    assertThat(fsck("--no-volumes").exitCode()).isZero();
  }
}
