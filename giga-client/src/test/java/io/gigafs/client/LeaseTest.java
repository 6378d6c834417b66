package io.gigafs.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.gigafs.index.InodeId;
import io.gigafs.index.Name;
import io.gigafs.protocol.Answer;
import io.gigafs.protocol.Caller;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.FileAttributes;
import io.gigafs.protocol.FileType;
import io.gigafs.protocol.GigaException;
import io.gigafs.protocol.Request.PartitionRequest;
import io.gigafs.protocol.namespace.AttributeChange;
import io.gigafs.protocol.namespace.LookupRequest;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Tests for cached directories: leases, recalls, and permission checks without a server. */
final class LeaseTest extends ClientTestBase {
  @Test
  void clientLeaseExpiresBeforeTheServers() throws GigaException {
    makeDirectory("/d");
    create("/d/f");
    assertThat(lookupsOfDirectories(() -> stat("/d/f"))).isZero();
    cluster.time().advanceMillis(930);
    assertThat(lookupsOfDirectories(() -> stat("/d/f"))).isZero();
    cluster.time().advanceMillis(12);
    assertThat(lookupsOfDirectories(() -> stat("/d/f"))).isPositive();
  }

  @Test
  void recallDropsTheLeaseAndIsAcknowledged() throws GigaException {
    AsyncGigaClient other = cluster.client();
    makeDirectory("/d", 0777);
    create("/d/f");
    await(client.as(ALICE).stat(path("/d/f")));
    long begin = cluster.time().nanos();
    await(other.setAttributes(path("/d"), AttributeChange.ofMode(0700)));
    assertThat(cluster.leases.recalls).isPositive();
    assertThat(cluster.time().nanos() - begin)
        .as("waits for no lease to end")
        .isLessThan(9_000_000);
    assertFails(client.as(ALICE).stat(path("/d/f"))).hasMessage("/d/f: Permission denied");
  }

  @Test
  void clientDoesNotRecallItsOwnLeases() throws GigaException {
    makeDirectory("/d");
    create("/d/f");
    await(client.setAttributes(path("/d"), AttributeChange.ofMode(0700)));
    assertThat(cluster.leases.recalls).isZero();
    assertFails(client.as(ALICE).stat(path("/d/f"))).hasMessage("/d/f: Permission denied");
    await(client.unlink(path("/d/f")));
    await(client.removeDirectory(path("/d")));
    assertThat(cluster.leases.recalls).isZero();
    assertFails(client.create(path("/d/f"), 0644, true))
        .hasMessage("/d/f: No such file or directory");
  }

  @Test
  void lookedUpDirectoryIsCached() throws GigaException {
    FileAttributes made = makeDirectory("/d", 0750);
    create("/d/f");
    FileAttributes known = await(client.lookUp(path("/d")));
    assertThat(known.inode()).isEqualTo(made.inode());
    assertThat(known.mode()).isEqualTo(0750);
    assertThat(
            lookupsOfDirectories(
                () -> {
                  stat("/d/f");
                  assertThat(await(client.lookUp(path("/d"))).mode()).isEqualTo(0750);
                }))
        .isZero();
    assertThat(await(client.lookUp(path("/d/f")))).isEqualTo(stat("/d/f"));
    await(cluster.client().setAttributes(path("/d"), AttributeChange.ofMode(0700)));
    assertThat(await(client.lookUp(path("/d"))).mode()).isEqualTo(0700);
    assertFails(client.lookUp(path("/d/g"))).hasMessage("/d/g: No such file or directory");
  }

  @Test
  void rootIsLeasedAndChangedLikeAnyDirectory() throws GigaException {
    AsyncGigaClient other = cluster.client();
    create("/f");
    assertThat(lookupsOfDirectories(() -> stat("/f"))).isZero();
    await(other.setAttributes(path("/"), AttributeChange.ofMode(0700)));
    assertThat(stat("/").mode()).isEqualTo(0700);
    assertFails(client.as(ALICE).stat(path("/f"))).hasMessage("/f: Permission denied");
  }

  @Test
  void cachedDirectoryChecksSearchPermission() throws GigaException {
    makeDirectory("/d", 0750);
    await(client.setAttributes(path("/d"), AttributeChange.ofOwner(ALICE.uid(), ALICE.gid())));
    makeDirectory("/d/e", 0777);
    create("/d/e/f");
    cluster.arrived.clear();
    assertFails(client.as(CAROL).create(path("/d/e/g"), 0644, true))
        .hasMessage("/d/e/g: Permission denied");
    assertThat(cluster.arrived).isEmpty();
    await(client.as(BOB).create(path("/d/e/b"), 0644, true));
    await(client.as(ALICE).create(path("/d/e/a"), 0644, true));
    await(client.setAttributes(path("/d"), AttributeChange.ofMode(0070)));
    assertFails(client.as(ALICE).stat(path("/d/e/f"))).hasMessage("/d/e/f: Permission denied");
    await(client.as(BOB).stat(path("/d/e/f")));
  }

  @Test
  void concurrentLookupsShareOneRequest() throws GigaException {
    makeDirectory("/d");
    client = cluster.client();
    long lookups = lookupsOfDirectories(() -> createFiles("/d", 100));
    assertThat(lookups).isEqualTo(2);
  }

  @Test
  void joinedLookupDoesNotReuseAnOlderError() throws GigaException {
    // The lookup of /d has been answered ENOENT and the answer is in flight when /d is created.
    CompletableFuture<FileAttributes> early = client.stat(path("/d/x"));
    cluster.interceptor =
        (server, request) -> {
          if (request instanceof LookupRequest lookup && lookup.name().equals(Name.of("d"))) {
            cluster.interceptor = (s, r) -> null;
            FakePartition root = cluster.partitionsOf(InodeId.ROOT).get(0);
            FileAttributes made = cluster.attributes(FileType.DIRECTORY, 0755, Caller.ROOT);
            root.entries.put(FakePartition.ResolvedPath.of(Name.of("d")), made);
            cluster.place(new FakePartition(made.inode(), root.directory, made));
            later = client.create(path("/d/f"), 0644, true);
            return new Answer.Failed<>(ErrorCode.ENOENT, "");
          }
          return null;
        };
    assertFails(early).hasMessage("/d/x: No such file or directory");
    assertThat(await(Objects.requireNonNull(later)).isDirectory()).isFalse();
  }

  private @Nullable CompletableFuture<FileAttributes> later;

  @Test
  void directoryReplacedUnderItsLeaseIsResolvedAgain() throws GigaException {
    makeDirectory("/d");
    create("/d/f");
    FakePartition root = cluster.partitionsOf(InodeId.ROOT).get(0);
    // The directory is replaced without a recall, as by a server that lost its leases.
    cluster.partitionsOf(stat("/d").inode()).forEach(cluster::drop);
    FileAttributes made = cluster.attributes(FileType.DIRECTORY, 0755, Caller.ROOT);
    root.entries.put(FakePartition.ResolvedPath.of(Name.of("d")), made);
    cluster.place(new FakePartition(made.inode(), root.directory, made));
    create("/d/g");
    assertThat(stat("/d").inode()).isEqualTo(made.inode());
    assertThat(namesOf(list("/d", true))).containsExactly(Name.of("g"));
  }

  @Test
  void directoryWithoutAPartitionDoesNotExist() throws GigaException {
    makeDirectory("/d");
    cluster.partitionsOf(stat("/d").inode()).forEach(cluster::drop);
    assertFails(client.create(path("/d/g"), 0644, true))
        .hasMessage("/d/g: No such file or directory");
    assertFails(client.list(path("/d"), false)).hasMessage("/d: No such file or directory");
    assertFails(client.createAll(path("/d"), names("x", 3), 0644, true))
        .hasMessage("/d: No such file or directory");
    assertFails(client.stat(path("/d"))).hasMessage("/d: No such file or directory");
  }

  private long lookupsOfDirectories(Step step) throws GigaException {
    return requestsOf(step).stream()
        .filter(request -> request instanceof LookupRequest lookup && lookup.lease())
        .map(PartitionRequest.class::cast)
        .count();
  }
}
