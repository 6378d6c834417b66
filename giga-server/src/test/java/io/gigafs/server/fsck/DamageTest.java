package io.gigafs.server.fsck;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gigafs.access.Acl;
import io.gigafs.access.AclXattr;
import io.gigafs.access.DirectoryAcls;
import io.gigafs.client.GigaPath;
import io.gigafs.index.InodeId;
import io.gigafs.index.Name;
import io.gigafs.index.Partition;
import io.gigafs.index.PartitionIndex;
import io.gigafs.index.PartitionMap;
import io.gigafs.index.PositionRange;
import io.gigafs.protocol.Caller;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.GigaException;
import io.gigafs.protocol.fsck.Finding;
import io.gigafs.protocol.fsck.FindingKind;
import io.gigafs.protocol.fsck.Verdict;
import io.gigafs.protocol.transaction.OutcomeRequest;
import io.gigafs.server.SimulatedCheck;
import io.gigafs.server.SimulatedClient;
import io.gigafs.server.SimulatedCluster;
import io.gigafs.server.SimulatedCluster.Setup;
import io.gigafs.server.SimulatedNetwork.Fate;
import io.gigafs.server.SimulatedServer;
import io.gigafs.tablefs.Attached.Attachment;
import io.gigafs.tablefs.Attributes;
import io.gigafs.tablefs.Batch;
import io.gigafs.tablefs.EntryKey;
import io.gigafs.tablefs.EntryRange;
import io.gigafs.tablefs.FileType;
import io.gigafs.tablefs.Intent;
import io.gigafs.tablefs.PartitionHeader;
import io.gigafs.tablefs.PartitionKey;
import io.gigafs.tablefs.Store;
import io.gigafs.tablefs.StoredReply;
import io.gigafs.tablefs.engine.Engine;
import io.gigafs.tablefs.engine.WriteRecords;
import io.gigafs.tablefs.schema.Family;
import io.gigafs.tablefs.schema.Keys;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BiConsumer;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Plants each kind of damage in the stores of a simulated cluster: a check finds it and nothing
 * else, and a repair removes it.
 */
class DamageTest {
  private static final int FILES = 60;
  private static final long NOBODY = 0x7777;

  /**
   * Matches the printed form of an array, which differs between reads, and counts, which a server
   * saves by itself after it has loaded a partition.
   */
  private static final Pattern PASSING =
      Pattern.compile(
          "\\[B@[0-9a-f]+|(entries|directories|bytes|modifiedNanos|changedNanos|clean)=\\w+");

  private static final byte[] XATTR = {1, 2, 3};

  /** Of mode 0750. */
  private static final Acl LIST = new Acl(7, List.of(new Acl.Named(7, 7)), 5, List.of(), 5, 0);

  @TempDir Path directory;

  private SimulatedCluster cluster;
  private SimulatedClient client;

  /** A directory that has split. */
  private InodeId big;

  /** A directory of one partition. */
  private InodeId small;

  @BeforeEach
  void fill() throws GigaException {
    cluster = Setup.seeded(1).start(directory);
    client = cluster.client();
    big = client.makeDirectory("/big").inode();
    small = client.makeDirectory("/small").inode();
    for (int i = 0; i < FILES; i++) {
      client.create("/big/f" + i);
    }
    client.create("/small/a");
    client.makeDirectory("/small/sub");
    client.create("/small/sub/b");
    cluster.heal();
    assertThat(cluster.check().partitions(big)).hasSizeGreaterThan(4);
  }

  @Test
  void healthyClusterHasNoFindings() throws GigaException {
    SimulatedCheck check = SimulatedCheck.run(cluster, false);
    assertThat(check.findings()).isEmpty();
    assertThat(check.unchecked()).isEmpty();
    assertThat(check.entries()).isEqualTo(FILES + 6);
    assertThat(check.partitions()).isGreaterThan(8);
  }

  @Test
  void strayEntriesAreFound() throws GigaException {
    damage(
        otherThan(holder(small, 0)),
        (store, batch) -> batch.putEntry(key(small, "stray"), file(NOBODY)));
    Finding found = only(FindingKind.STRAY_ENTRIES);
    assertThat(found.directory()).isEqualTo(small);
    assertThat(found.facts()).isEqualTo("1 entry, 'stray'");
    mend();
    assertThat(lostAndFound()).containsExactly("3.16.0.30583.stray");
  }

  @Test
  void strayEntriesOfAMissingDirectoryAreFound() throws GigaException {
    damage(
        cluster.server(1),
        (store, batch) -> {
          batch.putEntry(key(new InodeId(NOBODY), "one"), file(NOBODY + 1));
          batch.putEntry(key(new InodeId(NOBODY), "two"), file(NOBODY + 2));
        });
    assertThat(only(FindingKind.STRAY_ENTRIES).facts()).startsWith("2 entries, the first is '");
    mend();
    assertThat(lostAndFound()).containsExactly("0.30583.0.30584.one", "0.30583.0.30585.two");
  }

  @Test
  void misplacedEntriesAreFound() throws GigaException {
    EntryKey wrong = EntryKey.of(small.value(), 0x12345, Name.of("lost").bytes());
    damage(
        holder(small, 0),
        (store, batch) -> {
          batch.putEntry(wrong, file(NOBODY));
          unclean(store, batch, small, 0);
        });
    assertThat(only(FindingKind.MISPLACED_ENTRY).facts())
        .isEqualTo("it is at position 12345, its name belongs at " + Name.of("lost").position());
    mend();
    assertThat(client.list("/small")).containsExactly("a", "lost", "sub");
    assertThat(client.stat("/small/lost").inode()).isEqualTo(new InodeId(NOBODY));
  }

  @Test
  void attachmentsMoveWithRepairedEntries() throws GigaException {
    EntryKey wrong = EntryKey.of(small.value(), 0x12345, Name.of("lost").bytes());
    damage(
        holder(small, 0),
        (store, batch) -> {
          putWithXattr(batch, wrong, NOBODY);
          unclean(store, batch, small, 0);
        });
    damage(
        otherThan(holder(small, 0)),
        (store, batch) -> putWithXattr(batch, key(small, "stray"), NOBODY + 1));
    mend();
    assertThat(client.getXattr("/small/lost", "user.x")).isEqualTo(XATTR);
    assertThat(client.getXattr("/lost+found/3.16.0.30584.stray", "user.x")).isEqualTo(XATTR);
    assertThat(holder(small, 0).store().newBatch().attached(Attachment.XATTR, wrong)).isEmpty();
  }

  private static void putWithXattr(Batch batch, EntryKey key, long inode) {
    batch.putEntry(key, file(inode).withMarks(Attributes.XATTRS));
    batch.putAttached(Attachment.XATTR, key, Name.of("user.x").bytes(), XATTR);
  }

  @Test
  void damagedEntriesAreQuarantined() throws GigaException, IOException {
    EntryKey key = key(small, "a");
    write(holder(small, 0), Family.ENTRIES, key.encoded());
    Finding found = only(FindingKind.DAMAGED_ROW);
    assertThat(found.row()).isEqualTo("entries:" + HexFormat.of().formatHex(key.encoded()));
    mendInRounds();
    assertThat(client.list("/small")).containsExactly("sub");
    assertThat(setAside()).contains("entries " + HexFormat.of().formatHex(key.encoded()) + " ");
  }

  @Test
  void entriesWithUnreadableListsAreQuarantined() throws GigaException, IOException {
    EntryKey key = key(small, "a");
    damage(
        holder(small, 0),
        (store, batch) -> {
          Attributes entry = Objects.requireNonNull(store.getEntry(key));
          batch.putEntry(key, entry.withMarks(Attributes.XATTRS | Attributes.ACL));
          batch.putAttached(
              Attachment.XATTR, key, Name.of(AclXattr.ACCESS).bytes(), new byte[] {1});
        });
    Finding found = only(FindingKind.DAMAGED_ROW);
    assertThat(found.facts()).contains("is no access control list");
    mendInRounds();
    assertThat(client.list("/small")).containsExactly("sub");
    assertThat(setAside()).contains("\nxattrs ");
  }

  @Test
  void unreadableIntentsAreQuarantined() throws GigaException, IOException {
    Store store = holder(small, 0).store();
    Batch batch = store.newBatch();
    batch.putIntent(new Intent(partition(small, 0).slot(), NOBODY, new byte[] {1, 2}));
    store.commit(batch);
    assertThat(only(FindingKind.LASTING_INTENT).facts()).contains("cannot be read");
    mend();
    assertThat(setAside()).startsWith("intents ");
  }

  @Test
  void damagedHeadersAreQuarantined() throws GigaException, IOException {
    byte[] key = Keys.partition(partition(small, 0));
    write(holder(small, 0), Family.PARTITIONS, key);
    Finding found = only(FindingKind.DAMAGED_ROW);
    assertThat(found.row()).isEqualTo("partitions:" + HexFormat.of().formatHex(key));
    mendInRounds();
    assertThat(client.list("/small")).containsExactly("a", "sub");
    assertThat(setAside()).startsWith("partitions ");
  }

  @Test
  void damagedBytesAreFound() throws GigaException {
    for (int i = 0; i < 3; i++) {
      client.await(client.async().writeFile(GigaPath.parse("/big/f" + i), 0644, XATTR, false));
    }
    client.await(client.async().writeFile(GigaPath.parse("/small/a"), 0644, XATTR, false));
    assertThat(SimulatedCheck.run(cluster, false).files()).isEqualTo(4);
    EntryKey key = key(small, "a");
    damage(
        holder(small, 0),
        (store, batch) -> {
          byte[] row = Objects.requireNonNull(store.getInline(key)).clone();
          row[row.length - 1] ^= 1;
          batch.putInline(key, row);
        });
    Finding found = only(FindingKind.DAMAGED_BYTES);
    assertThat(found.directory()).isEqualTo(small);
    assertThat(found.name()).isEqualTo(Name.of("a"));
    assertThat(found.facts())
        .matches("file \\S+ of 3 bytes does not have the checksum that was written with its bytes");
    mendNothing();
    client.await(client.async().writeFile(GigaPath.parse("/small/a"), 0644, XATTR, false));
    assertThat(SimulatedCheck.run(cluster, false).findings()).isEmpty();
  }

  @Test
  void foreignPartitionsAreFound() throws GigaException {
    SimulatedServer holder = holder(small, 0);
    PartitionKey key = partition(small, 0);
    PartitionHeader header = header(holder.store(), key);
    damage(otherThan(holder), (store, batch) -> batch.putPartition(key, header));
    assertThat(only(FindingKind.FOREIGN_PARTITION).facts())
        .isEqualTo("slot " + key.slot() + " belongs to server " + holder.info().id());
    mend();
    assertThat(lostAndFound()).isEmpty();
  }

  @Test
  void orphanedDirectoriesAreFound() throws GigaException {
    InodeId sub = client.stat("/small/sub").inode();
    removeEntry(small, 0, "sub");
    Finding found = only(FindingKind.ORPHANED_DIRECTORY);
    assertThat(found.directory()).isEqualTo(sub);
    assertThat(found.facts()).isEqualTo("directory " + small + " has no entry for it");
    mend();
    assertThat(client.list("/lost+found/directory." + sub.toString().replace(':', '.')))
        .containsExactly("b");
  }

  @Test
  void orphanedDirectoriesKeepTheirLists() throws GigaException {
    byte[] list = AclXattr.encode(LIST);
    client.setXattr("/small/sub", AclXattr.ACCESS, list);
    client.setXattr("/small/sub", AclXattr.DEFAULT, list);
    InodeId sub = client.stat("/small/sub").inode();
    removeEntry(small, 0, "sub");
    only(FindingKind.ORPHANED_DIRECTORY);
    mend();
    String path = "/lost+found/directory." + sub.toString().replace(':', '.');
    assertThat(client.getXattr(path, AclXattr.ACCESS)).isEqualTo(list);
    assertThat(client.getXattr(path, AclXattr.DEFAULT)).isEqualTo(list);
  }

  @Test
  void directoriesWithoutAParentAreFound() throws GigaException {
    InodeId sub = client.stat("/small/sub").inode();
    damage(holder(small, 0), (store, batch) -> drop(store, batch, small, 0));
    removeEntry(InodeId.ROOT, partitionOfRoot("small"), "small");
    assertThat(only(FindingKind.ORPHANED_DIRECTORY).directory()).isEqualTo(sub);
    mend();
    assertThat(client.list("/lost+found/directory." + sub.toString().replace(':', '.')))
        .containsExactly("b");
  }

  @Test
  void danglingEntriesAreFound() throws GigaException {
    InodeId sub = client.stat("/small/sub").inode();
    damage(holder(sub, 0), (store, batch) -> drop(store, batch, sub, 0));
    Finding found = only(FindingKind.DANGLING_ENTRY);
    assertThat(found.name()).isEqualTo(Name.of("sub"));
    assertThat(found.directory()).isEqualTo(small);
    assertThat(found.facts()).isEqualTo("directory " + sub + " has no partition 0");
    mend();
    assertThat(client.list("/small/sub")).isEmpty();
  }

  @Test
  void lostPartitionsAreFound() throws GigaException {
    damage(holder(big, 1), (store, batch) -> drop(store, batch, big, 1));
    Finding found = only(FindingKind.LOST_PARTITION);
    assertThat(found.name()).isEqualTo(Name.of("big"));
    assertThat(found.facts())
        .isEqualTo("directory " + big + " has no partition 1, which others refer to");
    Set<String> left = entriesOfBig();
    mend();
    assertThat(client.list("/big")).isEqualTo(left).hasSizeLessThan(FILES);
  }

  @Test
  void lossOfPartitionZeroIsFoundAtTheEntry() throws GigaException {
    damage(holder(big, 0), (store, batch) -> drop(store, batch, big, 0));
    assertThat(only(FindingKind.DANGLING_ENTRY).name()).isEqualTo(Name.of("big"));
    Set<String> left = entriesOfBig();
    mend();
    assertThat(client.list("/big")).isEqualTo(left).hasSizeLessThan(FILES);
  }

  @Test
  void unreferencedPartitionsAreFound() throws GigaException {
    PartitionHeader header = header(holder(small, 0).store(), partition(small, 0));
    byte[] map = PartitionMap.UNSPLIT.with(new PartitionIndex(1)).encode();
    String odd =
        IntStream.range(0, 100)
            .mapToObj(i -> "n" + i)
            .filter(name -> (Name.of(name).hash() & 1) == 1)
            .findFirst()
            .orElseThrow();
    damage(
        holder(small, 1),
        (store, batch) -> {
          batch.putEntry(key(small, odd), file(NOBODY));
          batch.putPartition(
              partition(small, 1), Headers.withCounts(Headers.withDepth(header, 1, map), 1, 0));
        });
    Finding found = only(FindingKind.UNNAMED_PARTITION);
    assertThat(found.directory()).isEqualTo(small);
    assertThat(found.facts()).isEqualTo("partition 0 does not know it, and serves its names");
    mend();
    assertThat(client.list("/small")).containsExactly("a", "sub");
    assertThat(lostAndFound()).containsExactly("3.16.0.30583." + odd);
  }

  @Test
  void wrongDepthsAreFound() throws GigaException {
    InodeId sub = client.stat("/small/sub").inode();
    client.unlink("/small/sub/b");
    change(sub, 0, header -> Headers.withDepth(header, 3, header.map()));
    assertThat(only(FindingKind.WRONG_DEPTH).facts())
        .isEqualTo("its depth is 3, by the children in its map 0");
    mend();
    client.create("/small/sub/again");
  }

  @Test
  void wrongCopiesOfListsAreFound() throws GigaException {
    client.setXattr("/small", AclXattr.ACCESS, AclXattr.encode(LIST));
    change(small, 0, header -> Headers.withAcls(header, new byte[0]));
    assertThat(only(FindingKind.WRONG_COPY).facts())
        .isEqualTo(
            ("partition 0 of directory %s has parent 0:2, mode 0750, owner 0:0;"
                    + " the entry 0:2, 0750, 0:0, lists u::---,u:7:rwx,g::r-x,m::---,o::---")
                .formatted(small));
    mend();
    assertThat(client.as(new Caller(7, 7)).list("/small")).contains("a");
  }

  @Test
  void listsMissingInTheEntryAreFound() throws GigaException {
    DirectoryAcls acls = new DirectoryAcls(LIST.besideMode(), null);
    change(small, 0, header -> Headers.withAcls(header, acls.encode()));
    only(FindingKind.WRONG_COPY);
    mend();
  }

  @Test
  void wrongCopiesAreFound() throws GigaException {
    change(small, 0, header -> Headers.withOwner(header, header.parent(), 0700, 5));
    assertThat(only(FindingKind.WRONG_COPY).facts())
        .isEqualTo(
            ("partition 0 of directory %s has parent 0:2, mode 0700, owner 5:0;"
                    + " the entry 0:2, 0755, 0:0")
                .formatted(small));
    mend();
  }

  @Test
  void wrongCopiesOfOtherPartitionsAreFound() throws GigaException {
    change(big, 1, header -> Headers.withOwner(header, header.parent(), 0711, 0));
    assertThat(only(FindingKind.WRONG_COPY).facts())
        .startsWith("partition 1 of directory " + big + " has");
    mend();
  }

  @Test
  void wrongCountsAreFound() throws GigaException {
    change(small, 0, header -> Headers.withCounts(header, 7, 0));
    assertThat(only(FindingKind.WRONG_COUNTS).facts())
        .isEqualTo("it counts 5 more entries, 1 fewer directories and 0 more bytes than it has");
    mend();
    assertThat(client.stat("/small").size()).isEqualTo(2);
  }

  @Test
  void permanentlyFrozenPartitionsAreFound() throws GigaException {
    String name = awayFromItsParent();
    InodeId sub = client.stat("/small/" + name).inode();
    cluster
        .network()
        .setFaults(packet -> packet.isOf(OutcomeRequest.OPCODE) ? Fate.LOST : Fate.ARRIVES);
    change(sub, 0, header -> Headers.frozen(header, NOBODY, name));
    Finding found = only(FindingKind.UNSETTLED_PARTITION);
    assertThat(found.directory()).isEqualTo(sub);
    assertThat(found.facts())
        .isEqualTo("frozen by transaction 7777 as '" + name + "' in directory " + small);
    cluster.network().heal();
    mend();
    client.create("/small/" + name + "/again");
  }

  @Test
  void repairOfAFrozenPartitionAsksAtOnce() throws GigaException {
    String name = awayFromItsParent();
    InodeId sub = client.stat("/small/" + name).inode();
    int[] lost = {0};
    cluster
        .network()
        .setFaults(
            packet -> {
              lost[0] += packet.isOf(OutcomeRequest.OPCODE) ? 1 : 0;
              return packet.isOf(OutcomeRequest.OPCODE) ? Fate.LOST : Fate.ARRIVES;
            });
    change(sub, 0, header -> Headers.frozen(header, NOBODY, name));
    Finding found = only(FindingKind.UNSETTLED_PARTITION);
    int before = lost[0];
    while (lost[0] == before) {
      cluster.simulation().runMillis(1);
    }
    // The server waits 5 s for that answer, and 3 s more before it asks again.
    cluster.network().heal();
    assertThat(recheck(sub, found, true).state()).isEqualTo(Verdict.State.REPAIRED);
    cluster.simulation().runMillis(1_000);
    assertThat(recheck(sub, found, false).state()).isEqualTo(Verdict.State.GONE);
  }

  /** Checks a finding of partition 0 of a directory again, at once. */
  private Verdict recheck(InodeId directory, Finding found, boolean repair) throws GigaException {
    InodeId lostAndFound = repair ? client.makeDirectory("/lost+found").inode() : null;
    return cluster
        .simulation()
        .await(
            client
                .async()
                .admin()
                .recheck(holder(directory, 0).info(), lostAndFound, List.of(found)))
        .get(0);
  }

  /** Creates a directory in /small on another server, so that its partition asks by message. */
  private String awayFromItsParent() throws GigaException {
    String name = "sub";
    for (int i = 0; holder(client.stat("/small/" + name).inode(), 0) == holder(small, 0); i++) {
      name = "sub" + i;
      client.makeDirectory("/small/" + name);
    }
    return name;
  }

  @Test
  void lastingIntentsAreFound() throws GigaException {
    byte[] split =
        ByteBuffer.allocate(14)
            .put((byte) 1)
            .putLong(small.value())
            .putInt(0)
            .put((byte) 0)
            .array();
    // It is not replayed: the server does not own the slot.
    damage(cluster.server(0), (store, batch) -> batch.putIntent(new Intent(3, NOBODY, split)));
    Finding found = only(FindingKind.LASTING_INTENT);
    assertThat(found.subject()).isEqualTo(NOBODY);
    assertThat(found.directory()).isEqualTo(small);
    assertThat(found.facts()).isEqualTo("to split off partition 1");
    mendNothing();
  }

  @Test
  void abandonedIntentsAreResumed() throws GigaException {
    byte[] split =
        ByteBuffer.allocate(14)
            .put((byte) 1)
            .putLong(small.value())
            .putInt(0)
            .put((byte) 0)
            .array();
    Store store = holder(small, 0).store();
    Batch batch = store.newBatch();
    batch.putIntent(new Intent(partition(small, 0).slot(), NOBODY, split));
    store.commit(batch);
    only(FindingKind.LASTING_INTENT);
    mend();
    assertThat(client.list("/small")).containsExactly("a", "sub");
  }

  @Test
  void lostHeadersAreRestoredWithTheirEntries() throws GigaException {
    damage(holder(big, 1), (store, batch) -> batch.deletePartition(partition(big, 1)));
    damage(holder(big, 0), (store, batch) -> batch.deletePartition(partition(big, 0)));
    mend();
    assertThat(client.list("/big")).hasSize(FILES);
    for (int i = 0; i < FILES; i++) {
      client.stat("/big/f" + i);
    }
  }

  @Test
  void directoryWithoutEntryAndPartitionZeroIsRestored() throws GigaException {
    damage(holder(big, 0), (store, batch) -> batch.deletePartition(partition(big, 0)));
    removeEntry(InodeId.ROOT, partitionOfRoot("big"), "big");
    mend();
    assertThat(client.list("/lost+found/directory.5.16")).hasSize(FILES);
  }

  @Test
  void emptyOrphanedDirectoriesAreRemoved() throws GigaException {
    client.makeDirectory("/small/empty");
    // An unsettled partition asks for its entry by itself, and would be removed.
    assertThat(client.list("/small/empty")).isEmpty();
    removeEntry(small, 0, "empty");
    only(FindingKind.ORPHANED_DIRECTORY);
    mend();
    assertThat(lostAndFound()).isEmpty();
  }

  @Test
  void staleCopiesAreRemoved() throws GigaException {
    Store from = holder(small, 0).store();
    Attributes entry = from.getEntry(key(small, "a"));
    Attributes sub = from.getEntry(key(small, "sub"));
    damage(
        otherThan(holder(small, 0)),
        (store, batch) -> {
          batch.putEntry(key(small, "a"), Objects.requireNonNull(entry));
          batch.putEntry(key(small, "sub"), Objects.requireNonNull(sub));
        });
    only(FindingKind.STRAY_ENTRIES);
    mend();
    assertThat(lostAndFound()).isEmpty();
    assertThat(client.list("/small")).containsExactly("a", "sub");
  }

  @Test
  void directoryWithAWrongParentInAPartitionKeepsItsPath() throws GigaException {
    InodeId sub = client.stat("/small/sub").inode();
    change(sub, 0, header -> Headers.withOwner(header, big.value(), 0755, 0));
    assertThat(SimulatedCheck.run(cluster, false).kinds()).containsExactly(FindingKind.WRONG_COPY);
    mend();
    assertThat(client.list("/small/sub")).containsExactly("b");
    assertThat(lostAndFound()).isEmpty();
  }

  @Test
  void answersOfMissingPartitionsAreFound() throws GigaException {
    damage(
        cluster.server(0),
        (store, batch) ->
            batch.putReply(
                new StoredReply(new StoredReply.Key(NOBODY, 0, 1, 9), new byte[Long.BYTES])));
    assertThat(only(FindingKind.LEFT_REPLIES).directory()).isEqualTo(new InodeId(NOBODY));
    SimulatedCheck.repair(cluster);
    assertThat(SimulatedCheck.run(cluster, false).findings()).isEmpty();
    // More than fifteen minutes.
    cluster.simulation().runMillis(20 * 60_000);
    assertThat(cluster.server(0).store().replies(NOBODY, 0)).isEmpty();
  }

  @Test
  void onlyTheSuperuserRunsChecks() {
    SimulatedClient other = client.as(new Caller(5, 5));
    assertThatThrownBy(
            () ->
                cluster
                    .simulation()
                    .await(other.async().admin().check(cluster.server(0).info(), new byte[0])))
        .isInstanceOfSatisfying(
            GigaException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.EPERM));
  }

  /** Repairs everything: nothing is found afterwards, and all invariants hold. */
  private void mend() throws GigaException {
    SimulatedCheck.repair(cluster);
    SimulatedCheck check = SimulatedCheck.run(cluster, false);
    assertThat(check.findings()).as(check.toString()).isEmpty();
    assertThat(check.unchecked()).isEmpty();
    cluster.heal();
    cluster.check();
  }

  /** Repairs in rounds, as the first repairs reveal further damage. */
  private void mendInRounds() throws GigaException {
    for (int i = 0; i < 3 && !SimulatedCheck.run(cluster, false).findings().isEmpty(); i++) {
      SimulatedCheck.repair(cluster);
    }
    mend();
  }

  /** The rows that servers quarantined. */
  private String setAside() throws IOException {
    StringBuilder all = new StringBuilder();
    try (Stream<Path> files = Files.walk(directory)) {
      for (Path file : (Iterable<Path>) files::iterator) {
        if (file.toString().endsWith(".rows")) {
          all.append(Files.readString(file));
        }
      }
    }
    return all.toString();
  }

  /** For damage that a check finds but cannot repair. */
  private void mendNothing() throws GigaException {
    SimulatedCheck check = SimulatedCheck.repair(cluster);
    assertThat(check.verdicts()).extracting(Verdict::state).containsOnly(Verdict.State.UNREPAIRED);
    assertThat(SimulatedCheck.run(cluster, false).findings()).isEqualTo(check.findings());
  }

  private Set<String> lostAndFound() throws GigaException {
    return client.list("/lost+found");
  }

  /** The only finding, which the check does not change. */
  private Finding only(FindingKind kind) throws GigaException {
    // Until the servers have saved their counts.
    cluster.simulation().runMillis(40_000);
    List<String> before = kind == FindingKind.DAMAGED_ROW ? List.of() : rows();
    SimulatedCheck check = SimulatedCheck.run(cluster, false);
    assertThat(check.kinds()).as(check.toString()).containsExactly(kind);
    if (kind != FindingKind.DAMAGED_ROW) {
      assertThat(rows()).isEqualTo(before);
    }
    assertThat(check.unchecked()).isEmpty();
    assertThat(SimulatedCheck.run(cluster, false).findings()).isEqualTo(check.findings());
    return check.findings().get(0);
  }

  /** All rows of the stores. */
  private List<String> rows() {
    List<String> rows = new ArrayList<>();
    for (SimulatedServer server : cluster.servers()) {
      Store store = server.store();
      store.scanAllEntries(null, (key, entry) -> rows.add(server + " " + key + " " + entry));
      store.scanAllPartitions(
          null,
          (key, header) ->
              rows.add(server + " " + key + " " + header + " " + Arrays.toString(header.map())));
      store.allIntents().forEach(intent -> rows.add(server + " " + intent.transaction()));
      store.scanAllReplies(null, reply -> rows.add(server + " " + reply.key()));
    }
    return rows.stream().map(row -> PASSING.matcher(row).replaceAll("")).toList();
  }

  /** The names of /big that are left in the stores. */
  private Set<String> entriesOfBig() {
    Set<String> names = new TreeSet<>();
    for (SimulatedServer server : cluster.servers()) {
      server
          .store()
          .scanEntries(
              EntryRange.of(big.value()),
              null,
              (key, attributes) -> names.add(Name.of(key.name()).toString()));
    }
    return names;
  }

  private SimulatedServer holder(InodeId id, int index) {
    return cluster.holderOf(partition(id, index).slot());
  }

  private SimulatedServer otherThan(SimulatedServer server) {
    return cluster.servers().stream().filter(each -> each != server).findFirst().orElseThrow();
  }

  private PartitionKey partition(InodeId id, int index) {
    return new PartitionKey(
        cluster.view().slotOf(id, new PartitionIndex(index)), id.value(), index);
  }

  private static EntryKey key(InodeId parent, String name) {
    Name of = Name.of(name);
    return EntryKey.of(parent.value(), of.position().value(), of.bytes());
  }

  private int partitionOfRoot(String name) {
    return cluster.holderOf(0).mapOf(InodeId.ROOT).indexOf(Name.of(name).hash()).value();
  }

  private static Attributes file(long inode) {
    return new Attributes(inode, FileType.REGULAR, 0644, 0, 0, 0, 1, 5, 5, 5, 0);
  }

  private static PartitionHeader header(Store store, PartitionKey key) {
    PartitionHeader header = store.getPartition(key);
    if (header == null) {
      throw new AssertionError("no partition " + key);
    }
    return header;
  }

  private void change(InodeId id, int index, UnaryOperator<PartitionHeader> change) {
    PartitionKey key = partition(id, index);
    damage(
        holder(id, index),
        (store, batch) -> batch.putPartition(key, change.apply(header(store, key))));
  }

  private void removeEntry(InodeId parent, int index, String name) {
    damage(
        holder(parent, index),
        (store, batch) -> {
          batch.deleteEntry(key(parent, name));
          unclean(store, batch, parent, index);
        });
  }

  private void unclean(Store store, Batch batch, InodeId id, int index) {
    PartitionKey key = partition(id, index);
    batch.putPartition(key, Headers.unclean(header(store, key)));
  }

  /** Removes a partition with all its rows. */
  private void drop(Store store, Batch batch, InodeId id, int index) {
    PartitionKey key = partition(id, index);
    PositionRange range =
        new Partition(new PartitionIndex(index), header(store, key).depth()).range();
    batch.deletePartition(key);
    batch.deleteRange(new EntryRange(id.value(), range.first().value(), range.last().value()));
    store.replies(id.value(), index).forEach(reply -> batch.deleteReply(reply.key()));
  }

  private void damage(SimulatedServer server, BiConsumer<Store, Batch> damage) {
    server.damage(
        store -> {
          Batch batch = store.newBatch();
          damage.accept(store, batch);
          store.commit(batch);
        });
  }

  private static void write(SimulatedServer server, Family family, byte[] key) {
    server.kill();
    try (Engine engine = server.disk().open()) {
      WriteRecords records = new WriteRecords();
      records.put(family, key, new byte[] {(byte) 0xff, 1, 2});
      engine.write(records, true);
    }
    server.start();
  }

  /** Changed headers. */
  private static final class Headers {
    private Headers() {}

    static PartitionHeader withDepth(PartitionHeader from, int depth, byte[] map) {
      return of(from, depth, map, from.parent(), from.mode(), from.uid(), from.clean());
    }

    static PartitionHeader withOwner(PartitionHeader from, long parent, int mode, int uid) {
      return of(from, from.depth(), from.map(), parent, mode, uid, from.clean());
    }

    static PartitionHeader unclean(PartitionHeader from) {
      return of(from, from.depth(), from.map(), from.parent(), from.mode(), from.uid(), false);
    }

    private static PartitionHeader of(
        PartitionHeader from,
        int depth,
        byte[] map,
        long parent,
        int mode,
        int uid,
        boolean clean) {
      return new PartitionHeader(
          depth,
          map,
          parent,
          mode,
          uid,
          from.gid(),
          from.acls(),
          from.quotaDomain(),
          from.quotaLimits(),
          from.entries(),
          from.directories(),
          from.bytes(),
          from.accessedNanos(),
          from.modifiedNanos(),
          from.changedNanos(),
          clean,
          from.state(),
          from.transaction(),
          from.coordinator(),
          from.placed(),
          from.bornNanos(),
          from.flags());
    }

    static PartitionHeader withCounts(PartitionHeader from, long entries, long directories) {
      return new PartitionHeader(
          from.depth(),
          from.map(),
          from.parent(),
          from.mode(),
          from.uid(),
          from.gid(),
          from.acls(),
          from.quotaDomain(),
          from.quotaLimits(),
          entries,
          directories,
          from.bytes(),
          from.accessedNanos(),
          from.modifiedNanos(),
          from.changedNanos(),
          true,
          from.state(),
          from.transaction(),
          from.coordinator(),
          from.placed(),
          from.bornNanos(),
          from.flags());
    }

    static PartitionHeader withAcls(PartitionHeader from, byte[] acls) {
      return new PartitionHeader(
          from.depth(),
          from.map(),
          from.parent(),
          from.mode(),
          from.uid(),
          from.gid(),
          acls,
          from.quotaDomain(),
          from.quotaLimits(),
          from.entries(),
          from.directories(),
          from.bytes(),
          from.accessedNanos(),
          from.modifiedNanos(),
          from.changedNanos(),
          from.clean(),
          from.state(),
          from.transaction(),
          from.coordinator(),
          from.placed(),
          from.bornNanos(),
          from.flags());
    }

    static PartitionHeader frozen(PartitionHeader from, long transaction, String name) {
      return new PartitionHeader(
          from.depth(),
          from.map(),
          from.parent(),
          from.mode(),
          from.uid(),
          from.gid(),
          from.acls(),
          from.quotaDomain(),
          from.quotaLimits(),
          from.entries(),
          from.directories(),
          from.bytes(),
          from.accessedNanos(),
          from.modifiedNanos(),
          from.changedNanos(),
          from.clean(),
          PartitionHeader.State.FROZEN,
          transaction,
          Name.of(name).bytes(),
          from.placed(),
          from.bornNanos(),
          from.flags());
    }
  }
}
