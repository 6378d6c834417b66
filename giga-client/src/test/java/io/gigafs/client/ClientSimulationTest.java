package io.gigafs.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.gigafs.index.Name;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.FileAttributes;
import io.gigafs.protocol.GigaException;
import io.gigafs.protocol.Request;
import io.gigafs.protocol.bulk.CreateRequest;
import io.gigafs.protocol.namespace.AttributeChange;
import io.gigafs.protocol.namespace.ListedEntry;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Several clients over an unreliable network, on a cluster that splits partitions, moves slots and
 * temporarily loses servers. The results of the clients are compared with a model after every step.
 */
final class ClientSimulationTest extends ClientTestBase {
  private static final int STEPS = 40;
  private static final int OPERATIONS_PER_STEP = 40;

  private final Set<Name> model = new TreeSet<>();
  private final List<AsyncGigaClient> clients = new ArrayList<>();
  private Random random = new Random(0);
  private int nextFile;
  private int mode = 0755;

  /** A pending operation and its expected error, or null. */
  private record Expected(CompletableFuture<?> future, @Nullable ErrorCode error) {}

  @ParameterizedTest
  @ValueSource(longs = {11, 12, 13, 14, 15, 16, 17, 18, 19, 20})
  void clientsAgreeWithTheModel(long seed) throws GigaException {
    run(seed);
  }

  @ParameterizedTest
  @ValueSource(longs = {31, 32})
  void runIsDeterministicPerSeed(long seed) throws GigaException {
    run(seed);
    List<String> first = trace();
    run(seed);
    assertThat(trace()).isEqualTo(first);
  }

  private void run(long seed) throws GigaException {
    use(new FakeCluster(seed, 4, 16, 25));
    random = new Random(seed);
    model.clear();
    clients.clear();
    nextFile = 0;
    mode = 0755;
    for (int i = 0; i < 3; i++) {
      clients.add(cluster.client());
    }
    makeDirectory("/top");
    makeDirectory("/top/d");
    cluster.lossPerMille = 30;
    cluster.retryPerMille = 30;
    cluster.pageEntries = 20;
    for (int step = 0; step < STEPS; step++) {
      disturb();
      operate();
      checkPermissions();
      if (step % 10 == 9) {
        checkListing();
      }
    }
    clients.forEach(AsyncGigaClient::close);
    cluster.time().runAll();
  }

  private List<String> trace() {
    List<String> all = new ArrayList<>();
    for (Request<?> request : cluster.arrived) {
      // A bulk create contains an array, which has no useful toString.
      all.add(
          request instanceof CreateRequest bulk
              ? bulk.names() + " " + Arrays.toString(bulk.numbers())
              : request.toString());
    }
    return all;
  }

  /** Moves a slot, which some servers learn later, or takes a server down for a while. */
  private void disturb() {
    FakeServer server = cluster.servers.get(random.nextInt(4));
    if (random.nextInt(4) == 0) {
      FakeServer[] now = {server};
      cluster.moveSlot(random.nextInt(16), random.nextInt(4), now);
      cluster
          .time()
          .afterMicros(
              random.nextInt(2_000_000),
              () -> cluster.servers.forEach(each -> each.view = cluster.view()));
    }
    if (random.nextInt(4) == 0) {
      server.up = false;
      cluster.time().afterMicros(random.nextInt(3_000_000), () -> server.up = true);
    }
  }

  private void operate() throws GigaException {
    List<Expected> expected = new ArrayList<>();
    List<Name> present = new ArrayList<>(model);
    Set<Name> touched = new TreeSet<>();
    for (int i = 0; i < OPERATIONS_PER_STEP; i++) {
      AsyncGigaClient any = clients.get(random.nextInt(clients.size()));
      Name old = present.isEmpty() ? Name.of("none") : present.get(random.nextInt(present.size()));
      boolean exists = model.contains(old);
      int kind = random.nextInt(10);
      if (kind < 5 || !touched.add(old)) {
        Name fresh = Name.of("n" + nextFile++);
        touched.add(fresh);
        model.add(fresh);
        expected.add(new Expected(any.create(file(fresh), 0644, true), null));
      } else if (kind == 5) {
        List<Name> many = names("bulk" + nextFile++ + "-", 12);
        model.addAll(many);
        expected.add(new Expected(created(any, many), null));
      } else if (kind == 6) {
        model.remove(old);
        expected.add(new Expected(any.unlink(file(old)), exists ? null : ErrorCode.ENOENT));
      } else if (kind == 7) {
        expected.add(
            new Expected(any.create(file(old), 0644, true), exists ? ErrorCode.EEXIST : null));
        model.add(old);
      } else {
        expected.add(new Expected(any.stat(file(old)), exists ? null : ErrorCode.ENOENT));
      }
    }
    for (Expected each : expected) {
      check(each);
    }
  }

  private void check(Expected expected) throws GigaException {
    try {
      await(expected.future);
      assertThat(expected.error).isNull();
    } catch (GigaException e) {
      if (e.code() != expected.error) {
        throw e;
      }
    }
  }

  private static CompletableFuture<Boolean> created(AsyncGigaClient client, List<Name> names) {
    return client
        .createAll(path("/top/d"), names, 0644, true)
        .thenApply(
            outcomes -> {
              assertThat(outcomes).allMatch(outcome -> outcome.error() == null);
              return true;
            });
  }

  /** A completed change of a directory is visible to every client at once. */
  private void checkPermissions() throws GigaException {
    AsyncGigaClient any = clients.get(random.nextInt(clients.size()));
    if (random.nextBoolean()) {
      mode ^= 0055;
      await(any.setAttributes(path("/top"), AttributeChange.ofMode(mode)));
    }
    for (AsyncGigaClient each : clients) {
      CompletableFuture<FileAttributes> seen = each.as(ALICE).stat(path("/top/d"));
      check(new Expected(seen, mode == 0755 ? null : ErrorCode.EACCES));
    }
  }

  private void checkListing() throws GigaException {
    client = clients.get(random.nextInt(clients.size()));
    List<ListedEntry> entries = list("/top/d", random.nextBoolean());
    assertThat(entries).hasSize(model.size());
    assertThat(new TreeSet<>(namesOf(entries))).isEqualTo(model);
    assertThat(stat("/top/d").size()).isEqualTo(model.size());
  }

  private static GigaPath file(Name name) {
    return path("/top/d").child(name);
  }
}
