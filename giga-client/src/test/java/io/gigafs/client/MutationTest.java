package io.gigafs.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.gigafs.index.Name;
import io.gigafs.protocol.Answer;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.FileAttributes;
import io.gigafs.protocol.GigaException;
import io.gigafs.protocol.Mutation;
import io.gigafs.protocol.Request;
import io.gigafs.protocol.bulk.CreateRequest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests for mutations: execution at most once, sequence numbers, confirmations and deadlines. */
final class MutationTest extends ClientTestBase {
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5})
  void eachFileIsCreatedOnceDespiteMessageLoss(long seed) throws GigaException {
    use(new FakeCluster(seed, 4, 8, 20));
    makeDirectory("/d");
    cluster.lossPerMille = 100;
    cluster.retryPerMille = 100;
    // The creates are exclusive: a retry that the server does not recognise fails with EEXIST.
    List<Name> names = createFiles("/d", 500);
    cluster.lossPerMille = 0;
    assertThat(cluster.replies.repeated).isPositive();
    assertThat(stat("/d").size()).isEqualTo(names.size());
    for (Name name : names) {
      await(client.unlink(path("/d").child(name)));
    }
    await(client.removeDirectory(path("/d")));
  }

  @Test
  void numbersAreConsecutiveAndARetryKeepsItsNumber() throws GigaException {
    makeDirectory("/d");
    int[] refusals = {2};
    cluster.interceptor =
        (server, request) ->
            request instanceof CreateRequest && refusals[0]-- > 0 ? new Answer.Retry<>(5) : null;
    List<Request<?>> requests = requestsOf(() -> create("/d/f"));
    create("/d/g");
    assertThat(numbersOf(requests)).containsExactly(2L, 2L, 2L);
    assertThat(numbersOf(List.copyOf(cluster.arrived))).endsWith(3L);
  }

  @Test
  void confirmsFinishedMutationsOnly() throws GigaException {
    makeDirectory("/d");
    Set<String> held = new HashSet<>(Set.of("slow"));
    cluster.interceptor =
        (server, request) ->
            request instanceof CreateRequest create && held.contains(create.name(0).toString())
                ? new Answer.Retry<>(10)
                : null;
    CompletableFuture<FileAttributes> slow = client.create(path("/d/slow"), 0644, true);
    for (int i = 0; i < 20; i++) {
      create("/d/f" + i);
    }
    assertThat(confirmedOf(lastMutation())).isEqualTo(1);
    held.clear();
    await(slow);
    create("/d/last");
    assertThat(confirmedOf(lastMutation())).isEqualTo(22);
  }

  @Test
  void abandonedMutationsAreConfirmed() throws GigaException {
    makeDirectory("/d");
    create("/d/e");
    cluster.lossPerMille = 1_000;
    assertFails(client.create(path("/d/f"), 0644, true))
        .hasMessageMatching(
            "/d/f: create: server s\\d \\(host\\d:\\d+\\) did not answer within 30 s \\(.*\\): Connection timed out");
    cluster.lossPerMille = 0;
    create("/d/g");
    assertThat(confirmedOf(lastMutation())).isEqualTo(3);
  }

  @Test
  void operationEndsByItsDeadline() {
    cluster.lossPerMille = 1_000;
    client = client.as(ALICE);
    long begin = cluster.time().nanos();
    List<CompletableFuture<?>> all = new ArrayList<>();
    all.add(client.create(path("/f"), 0644, true));
    all.add(client.stat(path("/a/b/c")));
    all.add(client.list(path("/"), true));
    all.add(client.createAll(path("/"), List.of(Name.of("x")), 0644, true));
    all.add(client.statFs());
    all.add(client.clusterView());
    CompletableFuture<?> status = client.admin().status(cluster.servers.get(1).info(), true);
    for (CompletableFuture<?> each : all) {
      assertFails(each).hasMessageContaining("host").hasMessageEndingWith("Connection timed out");
    }
    // The call may fail earlier: a broken connection ends it as well.
    assertFails(status).hasMessageContaining("host1");
    assertThat(Duration.ofNanos(cluster.time().nanos() - begin))
        .isLessThanOrEqualTo(Duration.ofSeconds(30));
  }

  @Test
  void closeFailsPendingOperations() {
    cluster.interceptor = (server, request) -> new Answer.Retry<>(60_000_000);
    AsyncGigaClient other = client;
    cluster.interceptor = (server, request) -> new Answer.Retry<>(1_000);
    CompletableFuture<FileAttributes> file = client.create(path("/f"), 0644, true);
    cluster.time().advanceMillis(10);
    other.close();
    assertThat(file).isDone();
    assertFails(file).hasMessage("/f: the client is closed: Input/output error");
    assertFails(client.stat(path("/f"))).hasMessageContaining("the client is closed");
  }

  @Test
  void errorsNameThePath() throws GigaException {
    makeDirectory("/a");
    create("/a/f");
    assertFails(client.stat(path("/a/b"))).hasMessage("/a/b: No such file or directory");
    assertFails(client.stat(path("/x/y/z"))).hasMessage("/x/y/z: No such file or directory");
    assertFails(client.stat(path("/a/f/g"))).hasMessage("/a/f/g: Not a directory");
    assertFails(client.create(path("/a/f"), 0644, true)).hasMessage("/a/f: File exists");
    assertFails(client.create(path("/"), 0644, false)).hasMessage("/: Is a directory");
    assertFails(client.makeDirectory(path("/"), 0755)).hasMessage("/: File exists");
    assertFails(client.unlink(path("/a"))).hasMessage("/a: Is a directory");
    assertFails(client.unlink(path("/"))).hasMessage("/: Is a directory");
    assertFails(client.removeDirectory(path("/"))).hasMessage("/: Device or resource busy");
    assertFails(client.removeDirectory(path("/a"))).hasMessage("/a: Directory not empty");
    assertFails(client.list(path("/a/f"), false)).hasMessage("/a/f: Not a directory");
    assertFails(client.createAll(path("/q"), List.of(Name.of("x")), 0644, true))
        .hasMessage("/q: No such file or directory")
        .extracting(failure -> ((GigaException) failure).code())
        .isEqualTo(ErrorCode.ENOENT);
  }

  private Request<?> lastMutation() {
    return cluster.arrived.stream()
        .filter(request -> request instanceof Mutation || request instanceof CreateRequest)
        .reduce((first, second) -> second)
        .orElseThrow();
  }

  private static long confirmedOf(Request<?> request) {
    return request instanceof CreateRequest create
        ? create.confirmed()
        : ((Mutation<?>) request).sequence().confirmed();
  }

  private static List<Long> numbersOf(List<Request<?>> requests) {
    return requests.stream()
        .filter(CreateRequest.class::isInstance)
        .flatMap(request -> LongStream.of(((CreateRequest) request).numbers()).boxed())
        .toList();
  }
}
