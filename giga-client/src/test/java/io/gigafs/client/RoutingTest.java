package io.gigafs.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.gigafs.index.InodeId;
import io.gigafs.index.Name;
import io.gigafs.index.PartitionIndex;
import io.gigafs.protocol.Answer;
import io.gigafs.protocol.GigaException;
import io.gigafs.protocol.Request;
import io.gigafs.protocol.bulk.CreateRequest;
import io.gigafs.protocol.namespace.LookupRequest;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests for routing requests to servers: stale partition maps, moving slots, busy and failed
 * servers.
 */
final class RoutingTest extends ClientTestBase {
  @ParameterizedTest
  @ValueSource(ints = {0, 1, 4, 8})
  void unknownDirectoryIsReachedInLogarithmicHops(int depth) throws GigaException {
    makeDirectory("/d");
    List<Name> names = createFiles("/d", 300);
    InodeId directory = stat("/d").inode();
    for (int i = 0; i < depth; i++) {
      cluster.partitionsOf(directory).forEach(cluster::split);
    }
    long most = 0;
    for (Name name : names) {
      client = cluster.client();
      long hops = lookupsOf(name, requestsOf(() -> stat("/d/" + name)));
      assertThat(hops).isLessThanOrEqualTo(depth + 1);
      assertThat(lookupsOf(name, requestsOf(() -> stat("/d/" + name)))).isOne();
      most = Math.max(most, hops);
    }
    assertThat(most).isGreaterThan(depth / 2);
  }

  @Test
  void warmMapNeedsOneHop() throws GigaException {
    use(new FakeCluster(3, 4, 8, 10));
    makeDirectory("/d");
    List<Name> names = createFiles("/d", 400);
    for (Name name : names) {
      stat("/d/" + name);
    }
    for (Name name : names) {
      assertThat(requestsOf(() -> stat("/d/" + name)).size()).isLessThanOrEqualTo(3);
    }
    long before = client.statistics().splitRedirects();
    for (Name name : names) {
      stat("/d/" + name);
    }
    assertThat(client.statistics().splitRedirects()).isEqualTo(before);
  }

  @Test
  void warmPathIsResolvedWithoutLookups() throws GigaException {
    makeDirectory("/a");
    makeDirectory("/a/b");
    create("/a/b/f");
    assertThat(requestsOf(() -> stat("/a/b/f"))).hasSize(1);
  }

  @Test
  void followsMovedSlots() throws GigaException {
    makeDirectory("/d");
    create("/d/f");
    for (int slot = 0; slot < 8; slot++) {
      cluster.moveSlot(slot, 3, cluster.servers.toArray(new FakeServer[0]));
    }
    create("/f");
    assertThat(stat("/d/f").size()).isZero();
    assertThat(client.statistics().slotRedirects()).isPositive();
    assertThat(await(client.clusterView()).epoch()).isEqualTo(9);
  }

  @Test
  void waitsForAServerUnawareOfItsSlot() throws GigaException {
    makeDirectory("/d");
    cluster.moveSlot(0, 1);
    cluster.time().afterMicros(500_000, () -> cluster.servers.get(1).view = cluster.view());
    long begin = cluster.time().nanos();
    // The root's partition: the old owner redirects, the new one redirects back for half a second.
    assertThat(requestsOf(() -> create("/f"))).hasSizeLessThan(60);
    assertThat(cluster.time().nanos() - begin).isGreaterThan(400_000_000L);
  }

  @Test
  void circularRedirectsAreFollowedWithBackoff() {
    FakePartition root =
        cluster.servers.get(0).partitions().stream()
            .filter(each -> each.directory.equals(InodeId.ROOT))
            .findFirst()
            .orElseThrow();
    cluster.interceptor =
        (server, request) -> request instanceof CreateRequest ? new Answer.Split<>(root.map) : null;
    assertFails(client.create(path("/f"), 0644, true))
        .hasMessage("/f: create: server s0 (host0:7000) was busy for 30 s: Connection timed out");
    assertThat(cluster.arrived.size()).isLessThan(100);
  }

  @Test
  void retriesAfterTheDelayOfTheServer() throws GigaException {
    makeDirectory("/d");
    int[] refusals = {3};
    cluster.interceptor =
        (server, request) ->
            request instanceof CreateRequest && refusals[0]-- > 0 ? new Answer.Retry<>(40) : null;
    long begin = cluster.time().nanos();
    create("/d/f");
    assertThat(cluster.time().nanos() - begin).isGreaterThan(120_000_000L);
    assertThat(client.statistics().retries()).isEqualTo(3);
  }

  @Test
  void timeoutReportsTheServersReasonForRetries() {
    cluster.interceptor =
        (server, request) ->
            request instanceof CreateRequest
                ? new Answer.Retry<>(200, "accepts no changes: it has lost ZooKeeper")
                : null;
    assertFails(client.create(path("/f"), 0644, true))
        .hasMessageMatching(
            "/f: create: server s\\d \\(host\\d:7000\\) accepts no changes: it has lost ZooKeeper"
                + " \\(tried for 30 s\\): Connection timed out");
  }

  @Test
  void statusOfADownServerFailsAtOnce() {
    FakeServer down = cluster.servers.get(1);
    down.up = false;
    long begin = cluster.time().nanos();
    assertFails(client.admin().status(down.info(), false)).hasMessageContaining("status of s1: ");
    assertThat(cluster.time().nanos() - begin).isLessThan(1_000_000_000L);
  }

  @Test
  void serverFailureRefreshesTheView() throws GigaException {
    makeDirectory("/d");
    create("/d/f");
    int slot = cluster.view().slotOf(stat("/d").inode(), PartitionIndex.ZEROTH);
    FakeServer failing = cluster.servers.get(cluster.view().slots().ownerOf(slot));
    FakeServer other = cluster.servers.get((cluster.servers.indexOf(failing) + 1) % 4);
    failing.up = false;
    cluster.moveSlot(
        slot, cluster.servers.indexOf(other), cluster.servers.toArray(new FakeServer[0]));
    long begin = cluster.time().nanos();
    assertThat(stat("/d/f").size()).isZero();
    assertThat(cluster.time().nanos() - begin).isLessThan(2_000_000_000L);
  }

  private static long lookupsOf(Name name, List<Request<?>> requests) {
    return requests.stream()
        .filter(request -> request instanceof LookupRequest lookup && lookup.name().equals(name))
        .count();
  }
}
