package io.gigafs.server.file;

import static org.assertj.core.api.Assertions.assertThat;

import io.gigafs.index.InodeId;
import io.gigafs.index.Name;
import io.gigafs.index.PartitionIndex;
import io.gigafs.protocol.Answer;
import io.gigafs.protocol.Caller;
import io.gigafs.protocol.FileHandle;
import io.gigafs.protocol.GigaException;
import io.gigafs.protocol.Sequence;
import io.gigafs.protocol.file.LockRequest;
import io.gigafs.protocol.file.LockRequest.LockResult;
import io.gigafs.protocol.file.LockType;
import io.gigafs.protocol.file.RenewSessionRequest;
import io.gigafs.protocol.file.UnlockRequest;
import io.gigafs.server.RawClient;
import io.gigafs.server.SimulatedCluster;
import io.gigafs.server.SimulatedCluster.Setup;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A client that retries a lock request before it has an answer gets one for each request. */
class RetriedLockTest {
  private static final Name FILE = Name.of("f");

  @TempDir Path directory;

  @Test
  void earlierRequestIsAnsweredAndTheLaterOneWaits() throws GigaException {
    SimulatedCluster cluster = Setup.seeded(1).start(directory);
    InodeId parent = cluster.client().makeDirectory("/d").inode();
    RawClient holder = cluster.rawClient();
    RawClient waiter = cluster.rawClient();
    FileHandle held = open(cluster, holder, parent, 1);
    holder.result(lock(parent, held, 0));

    LockRequest wanted = lock(parent, open(cluster, waiter, parent, 2), 60_000);
    CompletableFuture<Answer<LockResult>> first = waiter.send(wanted);
    CompletableFuture<Answer<LockResult>> second = waiter.send(wanted);
    cluster.simulation().runUntil("the earlier request is answered", first::isDone);
    assertThat(first.join()).isInstanceOf(Answer.Retry.class);
    assertThat(second).isNotDone();

    holder.result(
        new UnlockRequest(
            parent, PartitionIndex.ZEROTH, Caller.ROOT, new Sequence(3, 0), FILE, held, 7, 0, 0));
    cluster.simulation().runUntil("the later request is answered", second::isDone);
    assertThat(second.join()).isInstanceOf(Answer.Done.class);
  }

  private static FileHandle open(
      SimulatedCluster cluster, RawClient client, InodeId parent, long session) {
    client.result(
        new RenewSessionRequest(
            RenewSessionRequest.placeOf(session, cluster.view().slots().slots()),
            PartitionIndex.ZEROTH,
            session));
    return new RawFile(parent, FILE, Caller.ROOT, session)
        .opened(client, new Sequence(1, 0), RawFile.READS | RawFile.WRITES | RawFile.CREATES);
  }

  private static LockRequest lock(InodeId parent, FileHandle handle, int waitMillis) {
    return new LockRequest(
        parent,
        PartitionIndex.ZEROTH,
        Caller.ROOT,
        new Sequence(2, 0),
        FILE,
        handle,
        7,
        LockType.EXCLUSIVE,
        0,
        0,
        waitMillis);
  }
}
