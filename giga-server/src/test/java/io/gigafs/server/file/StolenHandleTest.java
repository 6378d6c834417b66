package io.gigafs.server.file;

import static org.assertj.core.api.Assertions.assertThat;

import io.gigafs.index.InodeId;
import io.gigafs.index.Name;
import io.gigafs.index.PartitionIndex;
import io.gigafs.protocol.Answer;
import io.gigafs.protocol.Caller;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.FileHandle;
import io.gigafs.protocol.GigaException;
import io.gigafs.protocol.Sequence;
import io.gigafs.protocol.file.CloseRequest;
import io.gigafs.protocol.file.FindLockRequest;
import io.gigafs.protocol.file.FindLockRequest.FindLockResult;
import io.gigafs.protocol.file.LockRequest;
import io.gigafs.protocol.file.LockType;
import io.gigafs.protocol.file.OpenRequest;
import io.gigafs.protocol.file.ReadRequest;
import io.gigafs.protocol.file.RenewSessionRequest;
import io.gigafs.protocol.file.UnlockRequest;
import io.gigafs.protocol.lease.DelegateRequest;
import io.gigafs.protocol.lease.DelegateResult;
import io.gigafs.server.RawClient;
import io.gigafs.server.SimulatedCluster;
import io.gigafs.server.SimulatedCluster.Setup;
import io.gigafs.server.SimulatedServer;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Handles, locks and sessions of one client cannot be used by another, nor blocked for long. */
class StolenHandleTest {
  private static final long SESSION = 0x1234_5678_9abcL;
  private static final long OTHER_SESSION = 0x4321;
  private static final Caller USER = new Caller(1_000, 1_000, new int[0]);

  @TempDir Path directory;

  private SimulatedCluster cluster;
  private RawClient owner;
  private RawClient thief;
  private InodeId dir;
  private InodeId file;

  @BeforeEach
  void start() throws GigaException {
    cluster = Setup.seeded(1).start(directory);
    dir = cluster.client().makeDirectory("/d").inode();
    owner = cluster.rawClient();
    thief = cluster.rawClient();
    renew(owner, SESSION);
    renew(thief, OTHER_SESSION);
    file = owner.result(open(SESSION, 1)).attributes().inode();
  }

  private void renew(RawClient client, long session) {
    client.result(request(session));
  }

  private RenewSessionRequest request(long session) {
    return new RenewSessionRequest(
        RenewSessionRequest.placeOf(session, cluster.view().slots().slots()),
        PartitionIndex.ZEROTH,
        session);
  }

  private OpenRequest open(long session, long number) {
    return new OpenRequest(
        dir,
        PartitionIndex.ZEROTH,
        Caller.ROOT,
        new Sequence(number, 0),
        Name.of("f"),
        session,
        number,
        true,
        true,
        true,
        false,
        false,
        false,
        false,
        false,
        0666,
        null);
  }

  private FileHandle handle(long session, long number) {
    return new FileHandle(file, session, number);
  }

  private ReadRequest read(Caller caller) {
    return new ReadRequest(dir, PartitionIndex.ZEROTH, caller, Name.of("f"), handle(SESSION, 1));
  }

  @Test
  void onlyTheOwnerReadsUnlocksOrCloses() {
    Sequence next = new Sequence(2, 0);
    owner.result(
        new LockRequest(
            dir,
            PartitionIndex.ZEROTH,
            Caller.ROOT,
            next,
            Name.of("f"),
            handle(SESSION, 1),
            7,
            LockType.EXCLUSIVE,
            0,
            0,
            0));
    assertThat(thief.error(read(Caller.ROOT))).isEqualTo(ErrorCode.EPERM);
    assertThat(thief.error(open(SESSION, 2))).isEqualTo(ErrorCode.EPERM);
    assertThat(
            thief.error(
                new UnlockRequest(
                    dir,
                    PartitionIndex.ZEROTH,
                    Caller.ROOT,
                    new Sequence(4, 0),
                    Name.of("f"),
                    handle(SESSION, 1),
                    7,
                    0,
                    0)))
        .isEqualTo(ErrorCode.EPERM);
    assertThat(
            thief.error(
                new CloseRequest(
                    dir,
                    PartitionIndex.ZEROTH,
                    Caller.ROOT,
                    new Sequence(3, 0),
                    Name.of("f"),
                    handle(SESSION, 1),
                    List.of(),
                    null,
                    false,
                    false)))
        .isEqualTo(ErrorCode.EPERM);
    assertThat(owner.error(read(USER))).isEqualTo(ErrorCode.EPERM);
    owner.result(read(Caller.ROOT));
    SimulatedServer holder = holder();
    holder.kill();
    holder.start();
    assertThat(thief.error(read(Caller.ROOT))).isEqualTo(ErrorCode.EPERM);
  }

  private SimulatedServer holder() {
    for (int i = 0; ; i++) {
      SimulatedServer server = cluster.server(i);
      if (server.info().equals(cluster.view().ownerOf(dir, PartitionIndex.ZEROTH))) {
        return server;
      }
    }
  }

  @Test
  void lockTestHidesTheOwner() {
    owner.result(lock(SESSION, 2));
    thief.result(open(OTHER_SESSION, 1));
    FindLockResult.LockInfo seen = find(thief, OTHER_SESSION);
    assertThat(seen.own()).isFalse();
    assertThat(seen.owner()).isEqualTo(7);
    assertThat(find(owner, SESSION).own()).isTrue();
  }

  @Test
  void errorMessagesOmitSessions() {
    owner.result(lock(SESSION, 2));
    thief.result(open(OTHER_SESSION, 1));
    for (Answer<?> refused :
        List.of(
            thief.ask(lock(OTHER_SESSION, 2)),
            thief.ask(read(Caller.ROOT)),
            thief.ask(request(SESSION)))) {
      assertThat(refused)
          .isInstanceOfSatisfying(
              Answer.Failed.class,
              failed ->
                  assertThat(failed.detail())
                      .isNotEmpty()
                      .doesNotContain(Long.toString(SESSION), Long.toHexString(SESSION)));
    }
  }

  private LockRequest lock(long session, long number) {
    return new LockRequest(
        dir,
        PartitionIndex.ZEROTH,
        Caller.ROOT,
        new Sequence(number, 0),
        Name.of("f"),
        handle(session, 1),
        7,
        LockType.EXCLUSIVE,
        0,
        10,
        0);
  }

  private FindLockResult.LockInfo find(RawClient client, long session) {
    FindLockResult found =
        client.result(
            new FindLockRequest(
                dir,
                PartitionIndex.ZEROTH,
                Caller.ROOT,
                Name.of("f"),
                handle(session, 1),
                8,
                LockType.EXCLUSIVE,
                0,
                0));
    return Objects.requireNonNull(found.lock());
  }

  @Test
  void sessionsBelongToOneClientAndAreLimited() {
    assertThat(thief.error(request(SESSION))).isEqualTo(ErrorCode.EPERM);
    long same = SESSION;
    int renewed = 1;
    ErrorCode refused = null;
    for (long session = 1; renewed <= 200_000 && refused == null; session++) {
      // Sessions of one slot are counted together.
      if (request(session).directory().equals(request(same).directory())) {
        if (renewed < SessionManager.MAX_PER_CLIENT) {
          renew(owner, session);
        } else {
          refused = owner.error(request(session));
        }
        renewed++;
      }
    }
    assertThat(refused).isEqualTo(ErrorCode.EPERM);
    renew(owner, SESSION);
  }

  @Test
  void delegationChecksPermissions() {
    assertThat(thief.error(new DelegateRequest(dir, PartitionIndex.ZEROTH, USER)))
        .isEqualTo(ErrorCode.EACCES);
  }

  @Test
  void clientsThatIgnoreRecallsGetGrowingDelegationDelays() throws GigaException {
    DelegateRequest ask = new DelegateRequest(dir, PartitionIndex.ZEROTH, Caller.ROOT);
    int longest = 0;
    for (int i = 0; i < 3; i++) {
      assertThat(delegated(ask).isDelegated()).isTrue();
      cluster.client().create("/d/n" + i); // waits until it has run out
      DelegateResult refused = delegated(ask);
      assertThat(refused.isDelegated()).isFalse();
      assertThat(refused.millis()).isGreaterThan(Math.max(1_000, longest));
      longest = refused.millis();
      cluster.simulation().runMillis(longest + 10L);
    }
  }

  private DelegateResult delegated(DelegateRequest ask) {
    return thief.result(ask);
  }
}
