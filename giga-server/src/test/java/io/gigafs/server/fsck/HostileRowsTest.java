package io.gigafs.server.fsck;

import static org.assertj.core.api.Assertions.assertThat;

import io.gigafs.index.InodeId;
import io.gigafs.index.Name;
import io.gigafs.index.PartitionIndex;
import io.gigafs.index.PartitionMap;
import io.gigafs.protocol.Caller;
import io.gigafs.protocol.DirectoryFacts;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.FileAttributes;
import io.gigafs.protocol.FileType;
import io.gigafs.protocol.GigaException;
import io.gigafs.protocol.Sequence;
import io.gigafs.protocol.file.OpenRequest;
import io.gigafs.protocol.fsck.AdoptRequest;
import io.gigafs.protocol.fsck.AdoptRequest.EntryAttachments;
import io.gigafs.protocol.migration.InstallChunkRequest;
import io.gigafs.protocol.migration.InstallCommitRequest;
import io.gigafs.protocol.migration.PartitionCopy;
import io.gigafs.protocol.migration.ReplyRow;
import io.gigafs.protocol.namespace.RenameMode;
import io.gigafs.protocol.namespace.Xattr;
import io.gigafs.protocol.quota.QuotaStamp;
import io.gigafs.protocol.transaction.CommitId;
import io.gigafs.protocol.transaction.CommitStep;
import io.gigafs.protocol.transaction.CommitStep.InsertDentry;
import io.gigafs.protocol.transaction.CommitStep.PromoteToInode;
import io.gigafs.protocol.transaction.FileCopy;
import io.gigafs.protocol.transaction.FileCopy.FileRow;
import io.gigafs.protocol.transaction.FileCopy.FileRow.Kind;
import io.gigafs.protocol.transaction.PrepareRequest;
import io.gigafs.server.RawClient;
import io.gigafs.server.SimulatedCheck;
import io.gigafs.server.SimulatedClient;
import io.gigafs.server.SimulatedCluster;
import io.gigafs.server.SimulatedCluster.Setup;
import io.gigafs.tablefs.Attributes;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Servers refuse unreadable rows in messages. A raw client sends requests with invalid rows. */
class HostileRowsTest {
  private static final byte[] NOTHING = {};

  @TempDir Path directory;

  private SimulatedCluster cluster;
  private SimulatedClient client;
  private RawClient raw;

  @BeforeEach
  void start() throws GigaException {
    cluster = Setup.seeded(1).start(directory);
    client = cluster.client();
    raw = cluster.rawClient();
    client.create("/a");
  }

  static Stream<EntryAttachments> unreadable() {
    return Stream.of(
        xattrs(Attributes.XATTRS, new Xattr("nonsense", NOTHING)),
        xattrs(Attributes.XATTRS, new Xattr("user.\0", NOTHING)),
        xattrs(
            Attributes.XATTRS | Attributes.ACL,
            new Xattr("system.posix_acl_access", new byte[] {1, 2, 3})),
        xattrs(Attributes.XATTRS | Attributes.ACL, new Xattr("user.x", NOTHING)),
        xattrs(0, new Xattr("user.x", NOTHING)),
        new EntryAttachments(Attributes.STORED, NOTHING, List.of()),
        new EntryAttachments(Attributes.STORED, new byte[] {1, 2, 3}, List.of()),
        new EntryAttachments(Attributes.UNSETTLED, NOTHING, List.of()),
        new EntryAttachments(0, new byte[] {1, 2, 3}, List.of()));
  }

  private static EntryAttachments xattrs(int marks, Xattr xattr) {
    return new EntryAttachments(marks, NOTHING, List.of(xattr));
  }

  @ParameterizedTest
  @MethodSource("unreadable")
  void unreadableRowsAreNotAdopted(EntryAttachments entryAttachments) throws GigaException {
    assertThat(raw.error(adopt(FileType.REGULAR, entryAttachments))).isEqualTo(ErrorCode.EINVAL);
    assertUnharmed();
  }

  @Test
  void linkWithoutTargetIsNotAdopted() throws GigaException {
    assertThat(raw.error(adopt(FileType.SYMLINK, EntryAttachments.NONE)))
        .isEqualTo(ErrorCode.EINVAL);
    assertUnharmed();
  }

  private static AdoptRequest adopt(FileType type, EntryAttachments entryAttachments) {
    return adopt(InodeId.ROOT, type, entryAttachments);
  }

  private static AdoptRequest adopt(
      InodeId directory, FileType type, EntryAttachments entryAttachments) {
    return new AdoptRequest(
        directory, PartitionIndex.ZEROTH, Name.of("adopted"), attributes(type), entryAttachments);
  }

  private static FileAttributes attributes(FileType type) {
    return new FileAttributes(new InodeId(0x7777), type, 0644, 0, 0, 3, 1, 1, 2, 3, 0);
  }

  @Test
  void superRootAcceptsNoNames() throws GigaException {
    Sequence first = new Sequence(1, 0);
    assertThat(raw.error(raw.makeDirectory(InodeId.SUPER_ROOT, 0, "new", first)))
        .isEqualTo(ErrorCode.EPERM);
    assertThat(raw.error(raw.create(InodeId.SUPER_ROOT, 0, "new", first)))
        .isEqualTo(ErrorCode.EPERM);
    assertThat(raw.error(raw.bulkCreate(InodeId.SUPER_ROOT, 0, List.of("new"), 0, 1)))
        .isEqualTo(ErrorCode.EPERM);
    assertThat(raw.error(raw.writeFiles(InodeId.SUPER_ROOT, 0, List.of("new"), 0, 1)))
        .isEqualTo(ErrorCode.EPERM);
    assertThat(raw.error(raw.restore(InodeId.SUPER_ROOT, 0, List.of("new"), 0, 1)))
        .isEqualTo(ErrorCode.EPERM);
    assertUnharmed();
  }

  /** Also not by requests that move existing files, and by requests between servers. */
  @Test
  void superRootAcceptsNoAdoptedOpenedOrMovedFiles() throws GigaException {
    assertThat(raw.error(adopt(InodeId.SUPER_ROOT, FileType.REGULAR, EntryAttachments.NONE)))
        .isEqualTo(ErrorCode.EPERM);
    assertThat(raw.error(open(1, true, false))).isEqualTo(ErrorCode.ENOENT);
    assertThat(raw.error(open(2, false, true))).isEqualTo(ErrorCode.EPERM);
    assertThat(raw.result(prepare(InodeId.SUPER_ROOT, put(copy(0)))).refused())
        .isEqualTo(ErrorCode.EPERM);
    assertUnharmed();
  }

  private static OpenRequest open(long number, boolean creates, boolean nameless) {
    return new OpenRequest(
        InodeId.SUPER_ROOT,
        PartitionIndex.ZEROTH,
        Caller.ROOT,
        new Sequence(number, 0),
        Name.of("new"),
        77,
        number,
        false,
        true,
        creates,
        false,
        nameless,
        false,
        false,
        false,
        0644,
        null);
  }

  static Stream<FileCopy> unreadableCopies() {
    byte[] acl = "system.posix_acl_access".getBytes(StandardCharsets.US_ASCII);
    return Stream.of(
        copy(Attributes.UNSETTLED),
        copy(Attributes.XATTRS, row(Kind.XATTR, new byte[] {'?'}, NOTHING)),
        copy(Attributes.XATTRS | Attributes.ACL, row(Kind.XATTR, acl, new byte[] {1, 2, 3})),
        copy(Attributes.STORED, row(Kind.INLINE, NOTHING, new byte[] {1, 2, 3})),
        copy(0, row(Kind.INLINE, NOTHING, new byte[9]), row(Kind.INLINE, NOTHING, new byte[9])),
        copy(0, row(Kind.HOLD, new byte[] {1}, new byte[] {1, 2, 3})));
  }

  /** Rows of renames and links come from servers. */
  @ParameterizedTest
  @MethodSource("unreadableCopies")
  void unreadableRowsFromServersAreRefused(FileCopy file) throws GigaException {
    assertThat(raw.error(prepare(InodeId.ROOT, put(file)))).isEqualTo(ErrorCode.EINVAL);
    assertThat(raw.error(prepare(InodeId.ROOT, new PromoteToInode(file))))
        .isEqualTo(ErrorCode.EINVAL);
    assertUnharmed();
  }

  private static FileCopy copy(int marks, FileRow... rows) {
    return new FileCopy(attributes(FileType.REGULAR), marks, List.of(rows));
  }

  private static FileRow row(Kind kind, byte[] label, byte[] value) {
    return new FileRow(kind, label, value);
  }

  private static InsertDentry put(FileCopy file) {
    return new InsertDentry(Name.of("new"), file, RenameMode.REPLACE, false, false, null);
  }

  private static PrepareRequest prepare(InodeId directory, CommitStep step) {
    return new PrepareRequest(
        directory,
        PartitionIndex.ZEROTH,
        new CommitId(1 << 20, 1, InodeId.ROOT, PartitionIndex.ZEROTH, Name.of("a")),
        9,
        Caller.ROOT,
        new QuotaStamp(null, 0, false),
        step);
  }

  @Test
  void inodeRecordAcceptsNoNames() throws GigaException {
    client.link("/a", "/b");
    InodeId home = client.stat("/a").inode();
    assertThat(raw.error(raw.create(home, 0, "new", new Sequence(1, 0))))
        .isEqualTo(ErrorCode.EPERM);
    assertThat(raw.error(raw.unlink(home, 0, "file", new Sequence(2, 0))))
        .isEqualTo(ErrorCode.EPERM);
    assertThat(client.stat("/b").links()).isEqualTo(2);
    assertThat(SimulatedCheck.run(cluster, false).findings()).isEmpty();
  }

  @Test
  void uploadChunksStayInTheirFolder() throws Exception {
    InstallChunkRequest piece =
        new InstallChunkRequest(
            InodeId.ROOT, PartitionIndex.ZEROTH, 1, 0, "x/../../../../escaped", 0, new byte[] {1});
    assertThat(raw.error(piece)).isEqualTo(ErrorCode.EINVAL);
    cluster.simulation().runMillis(1_000);
    try (Stream<Path> all = Files.walk(directory)) {
      assertThat(all.filter(file -> file.toString().contains("escaped"))).isEmpty();
    }
  }

  @Test
  void invalidPartitionsAreNotInstalled() throws GigaException {
    InodeId made = client.makeDirectory("/d").inode();
    for (PartitionCopy copy :
        List.of(
            copy(1, PartitionMap.UNSPLIT, PartitionCopy.State.ACTIVE, 0, 0),
            copy(0, PartitionMap.UNSPLIT, PartitionCopy.State.FROZEN, 0, 0),
            copy(0, PartitionMap.UNSPLIT, PartitionCopy.State.ACTIVE, 1, 2))) {
      assertThat(raw.error(install(made, copy, List.of()))).isEqualTo(ErrorCode.EINVAL);
    }
    PartitionCopy sound = copy(0, PartitionMap.UNSPLIT, PartitionCopy.State.ACTIVE, 0, 0);
    ReplyRow row = new ReplyRow(7, 1, new byte[] {1, 2, 3});
    assertThat(raw.error(install(made, sound, List.of(row)))).isEqualTo(ErrorCode.EINVAL);
    assertUnharmed("a", "d");
  }

  private static InstallCommitRequest install(
      InodeId directory, PartitionCopy copy, List<ReplyRow> replies) {
    return new InstallCommitRequest(
        directory, PartitionIndex.ZEROTH, 1, 0, copy, 0, List.of(), 0, replies);
  }

  private static PartitionCopy copy(
      int depth, PartitionMap map, PartitionCopy.State state, long entries, long directories) {
    return new PartitionCopy(
        depth,
        map,
        DirectoryFacts.of(InodeId.ROOT, 0755, 0, 0),
        0,
        0,
        0,
        0,
        0,
        0,
        entries,
        directories,
        0,
        0,
        state,
        0,
        NOTHING);
  }

  private void assertUnharmed(String... names) throws GigaException {
    assertThat(client.list("/")).containsExactly(names.length == 0 ? new String[] {"a"} : names);
    assertThat(SimulatedCheck.run(cluster, false).findings()).isEmpty();
  }
}
