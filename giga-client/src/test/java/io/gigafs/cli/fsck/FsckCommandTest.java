package io.gigafs.cli.fsck;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.gigafs.cli.TestShell;
import io.gigafs.index.InodeId;
import io.gigafs.index.Name;
import io.gigafs.index.PartitionIndex;
import io.gigafs.index.Position;
import io.gigafs.protocol.fsck.Finding;
import io.gigafs.protocol.fsck.FindingKind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests {@code giga fsck} on a cluster in memory with planted damage. */
class FsckCommandTest {
  private final TestShell shell = new TestShell();

  private static Finding finding(FindingKind kind) {
    return new Finding(
        kind,
        3,
        InodeId.of(3, 16),
        new PartitionIndex(2),
        Name.of("sub"),
        new Position(1),
        new Position(2),
        InodeId.of(4, 17).value(),
        "entries:00",
        "so it is");
  }

  @Test
  void intactClusterHasNoDamage() {
    TestShell.Result result = shell.run("fsck");
    assertThat(result.out()).isEqualTo("checked 2 servers, 2 partitions, 20 entries: no damage\n");
    assertThat(result.err()).isEmpty();
    assertThat(result.exitCode()).isZero();
  }

  @Test
  void lastingDamageIsReportedAndExplained() {
    shell.client().damage().add(finding(FindingKind.WRONG_COUNTS));
    shell.client().damage().addPassing(finding(FindingKind.WRONG_COPY));
    TestShell.Result result = shell.run("fsck --grace 1ms");
    assertThat(result.out())
        .isEqualTo(
            """
            s1: wrong counts of partition 2 of directory 3:16: so it is

            wrong-counts (1): The directory's size and links are shown wrong.

            checked 2 servers, 3 partitions, 30 entries: damage in 1 place
            """);
    assertThat(result.exitCode()).isEqualTo(4);
  }

  @Test
  void harmlessFindingsAreNoDamage() {
    shell.client().damage().add(finding(FindingKind.LEFT_REPLIES));
    TestShell.Result result = shell.run("fsck --grace 1ms");
    assertThat(result.out())
        .startsWith("s1: left answers of partition 2 of directory 3:16: so it is\n")
        .endsWith(": no damage\n");
    assertThat(result.exitCode()).isZero();
  }

  @Test
  void uncheckedPartsAreReported() {
    shell.client().damage().addUnchecked("slot 3 is on its way");
    shell.client().damage().add(finding(FindingKind.DANGLING_ENTRY));
    TestShell.Result result = shell.run("fsck --grace 1ms");
    assertThat(result.err()).isEqualTo("giga fsck: not checked: server s1: slot 3 is on its way\n");
    assertThat(result.out()).endsWith("damage in 1 place; not everything could be checked\n");
    assertThat(result.exitCode()).isEqualTo(12);
  }

  @Test
  void misplacedDirectoryIsReportedOnce() {
    Finding copy = finding(FindingKind.WRONG_COPY);
    shell.client().damage().add(copy);
    shell
        .client()
        .damage()
        .add(
            new Finding(
                FindingKind.ORPHANED_DIRECTORY,
                4,
                new InodeId(copy.subject()),
                PartitionIndex.ZEROTH,
                null,
                new Position(0),
                new Position(0),
                0,
                "",
                "no entry"));
    assertThat(shell.run("fsck --grace 1ms").out())
        .contains("wrong copy")
        .doesNotContain("orphaned");
  }

  @Test
  void dataOptionChecksFileBytes() {
    shell.client().damage().addLasting(finding(FindingKind.DAMAGED_BYTES));
    assertThat(shell.run("fsck").exitCode()).isZero();
    TestShell.Result result = shell.run("fsck --grace 1ms --data --repair");
    assertThat(result.out())
        .startsWith("s1: damaged bytes of entry 'sub' in directory 3:16: so it is\n")
        .endsWith(
            "checked 2 servers, 2 partitions, 20 entries (the bytes of 12 small files): damage in"
                + " 1 place\n");
    assertThat(result.exitCode()).isEqualTo(4);
    assertThat(shell.run("fsck --grace 1ms --data --json").out()).contains("\"files_read\":12,");
  }

  @ParameterizedTest
  @EnumSource
  void everyFindingKindHasTexts(FindingKind kind) {
    assertThat(FindingText.of(finding(kind))).endsWith(": so it is");
    assertThat(FindingText.meaning(kind)).endsWith(".");
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void everyFindingKindHasADocumentedRemedy(String kind) throws IOException {
    String row =
        Files.readAllLines(Path.of("../docs/cli.md")).stream()
            .filter(line -> line.startsWith("| `" + kind + "` |"))
            .findFirst()
            .orElseThrow();
    assertThat(row)
        .satisfiesAnyOf(
            line -> assertThat(line).doesNotContain("| none"),
            line -> assertThat(line).contains("`--quarantine`"));
  }

  static Stream<String> kinds() {
    return Stream.concat(
        Arrays.stream(FindingKind.values()).map(FindingText::name),
        Arrays.stream(VolumeFinding.Kind.values()).map(VolumeFinding.Kind::text));
  }

  @Test
  void quarantineFailureIsExplained() {
    shell.client().damage().addLasting(finding(FindingKind.DAMAGED_BYTES));
    TestShell.Result result = shell.run("fsck --grace 1ms --data --quarantine");
    assertThat(result.out()).contains("    not repaired: it cannot go to /lost+found: ");
    assertThat(result.exitCode()).isEqualTo(4);
  }

  @Test
  void repairFixesAllRepairableDamage() {
    shell.client().damage().add(finding(FindingKind.WRONG_COUNTS));
    shell.client().damage().addLasting(finding(FindingKind.DAMAGED_ROW));
    TestShell.Result result = shell.run("fsck --repair --grace 1ms");
    assertThat(result.out())
        .startsWith(
            """
            s1: damaged row entries:00: so it is
                not repaired: nobody can
            s1: wrong counts of partition 2 of directory 3:16: so it is
                repaired: it was mended

            """)
        .endsWith("entries: repaired damage in 1 place; damage in 1 place\n");
    assertThat(result.exitCode()).isEqualTo(5);
    assertThat(shell.run("fs stat -c %A /lost+found").out()).isEqualTo("drwx------\n");
  }

  @Test
  void completeRepairIsReported() {
    shell.client().damage().add(finding(FindingKind.ORPHANED_DIRECTORY));
    TestShell.Result result = shell.run("fsck --repair --grace 1ms");
    assertThat(result.out()).endsWith(": repaired damage in 1 place; no damage\n");
    assertThat(result.exitCode()).isEqualTo(1);
    assertThat(shell.run("fsck --repair").exitCode()).isZero();
  }

  @Test
  void lostAndFoundIsMadeOnlyOnDemand() {
    assertThat(shell.run("fsck --repair").exitCode()).isZero();
    assertThat(shell.run("fs ls /").out()).isEmpty();
  }

  @Test
  void writesJson() throws Exception {
    shell.client().damage().add(finding(FindingKind.DANGLING_ENTRY));
    List<String> lines = shell.run("fsck --json --grace 1ms").out().lines().toList();
    assertThat(lines).hasSize(2);
    JsonNode found = new ObjectMapper().readTree(lines.get(0));
    assertThat(found.at("/server").asText()).isEqualTo("s1");
    assertThat(found.at("/kind").asText()).isEqualTo("dangling-entry");
    assertThat(found.at("/directory").asText()).isEqualTo("3:16");
    assertThat(found.at("/name").asText()).isEqualTo("sub");
    assertThat(found.at("/facts").asText()).isEqualTo("so it is");
    JsonNode summary = new ObjectMapper().readTree(lines.get(1));
    assertThat(summary.at("/damage").asInt()).isEqualTo(1);
    assertThat(summary.at("/entries").asLong()).isEqualTo(20);
  }
}
