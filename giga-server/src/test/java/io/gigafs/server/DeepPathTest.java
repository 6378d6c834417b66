package io.gigafs.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.gigafs.client.Target.EntryTarget;
import io.gigafs.index.InodeId;
import io.gigafs.index.Name;
import io.gigafs.protocol.Caller;
import io.gigafs.protocol.GigaException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A directory deep below the root is created with as many requests as one in the root. */
class DeepPathTest {
  private static final int DEPTH = 300;
  private static final int PART = 100;
  private static final Name NAME = Name.of("d");

  @TempDir Path directory;

  @Test
  void superuserNeedsNoRequestsForAncestors() throws GigaException {
    makeDeep(Caller.ROOT);
  }

  /** The client checks search permission on the ancestors by its leases. */
  @Test
  void userNeedsNoRequestsForAncestorsUnderLeases() throws GigaException {
    makeDeep(new Caller(1_000, 1_000));
  }

  private void makeDeep(Caller caller) throws GigaException {
    SimulatedCluster cluster = SimulatedCluster.Setup.seeded(1).start(directory);
    SimulatedClient root = cluster.client();
    InodeId at = root.makeDirectory("/top").inode();
    root.changeMode("/top", 0777);
    SimulatedClient client = root.as(caller);
    long first = 0;
    long last = 0;
    for (int depth = 0; depth < DEPTH; depth++) {
      long before = client.async().statistics().requests();
      at = client.await(client.async().makeDirectory(new EntryTarget(at, NAME), 0755)).inode();
      long requests = client.async().statistics().requests() - before;
      first += depth < PART ? requests : 0;
      last += depth >= DEPTH - PART ? requests : 0;
    }
    assertThat(last).isLessThanOrEqualTo(first + PART / 2);
  }
}
