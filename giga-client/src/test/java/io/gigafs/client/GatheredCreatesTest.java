package io.gigafs.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gigafs.index.InodeId;
import io.gigafs.index.Name;
import io.gigafs.protocol.Answer;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.FileAttributes;
import io.gigafs.protocol.GigaException;
import io.gigafs.protocol.Request;
import io.gigafs.protocol.bulk.CreateRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.LongStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Creates of single files that are made at the same time share requests: one for each server, or
 * two if all are for one server.
 */
final class GatheredCreatesTest extends ClientTestBase {
  @BeforeEach
  void makeTheDirectory() throws GigaException {
    cluster.gathersMicros = 100;
    makeDirectory("/d", 0777);
    create("/d/first");
  }

  private List<CompletableFuture<FileAttributes>> start(String prefix, int count) {
    List<CompletableFuture<FileAttributes>> files = new ArrayList<>();
    for (Name name : names(prefix, count)) {
      files.add(client.create(path("/d").child(name), 0644, true));
    }
    return files;
  }

  private List<CreateRequest> requestsSince(int before) {
    List<CreateRequest> creates = new ArrayList<>();
    for (Request<?> request : cluster.arrived.subList(before, cluster.arrived.size())) {
      if (request instanceof CreateRequest create) {
        creates.add(create);
      }
    }
    return creates;
  }

  @Test
  void createsOfOnePartitionShareTwoRequests() throws GigaException {
    int before = cluster.arrived.size();
    List<InodeId> inodes = new ArrayList<>();
    for (CompletableFuture<FileAttributes> file : start("f", 50)) {
      FileAttributes made = await(file);
      assertThat(made.mode()).isEqualTo(0644);
      inodes.add(made.inode());
    }
    assertThat(inodes).doesNotHaveDuplicates();
    List<CreateRequest> requests = requestsSince(before);
    assertThat(requests).hasSize(2).allMatch(CreateRequest::isOwnChange);
    assertThat(requests.get(0).numbers()).isEqualTo(LongStream.rangeClosed(3, 27).toArray());
    assertThat(requests.get(1).numbers()).isEqualTo(LongStream.rangeClosed(28, 52).toArray());
    for (int i = 0; i < 50; i++) {
      assertThat(stat("/d/f" + i).inode()).isEqualTo(inodes.get(i));
    }
  }

  /** Files of all partitions of a server go out in one request, whole as there are two servers. */
  @Test
  void createsOfSeveralPartitionsShareARequestForEachServer() throws GigaException {
    use(new FakeCluster(1, 2, 8, 20));
    cluster.gathersMicros = 100;
    makeDirectory("/d", 0777);
    for (CompletableFuture<FileAttributes> file : start("g", 200)) {
      await(file);
    }
    assertThat(stat("/d").size()).isEqualTo(200);
    cluster.threshold = 10_000;
    for (int i = 0; i < 40; i++) {
      create("/d/learn" + i);
    }
    int before = cluster.arrived.size();
    for (CompletableFuture<FileAttributes> file : start("h", 100)) {
      await(file);
    }
    List<CreateRequest> requests = requestsSince(before);
    assertThat(requests).hasSize(2).allMatch(each -> each.partitions() != null);
    assertThat(stat("/d").size()).isEqualTo(340);
  }

  @Test
  void requestsStayWithinLimits() throws GigaException {
    use(new FakeCluster(1, 4, 8, 10_000));
    cluster.gathersMicros = 100;
    makeDirectory("/d", 0777);
    int before = cluster.arrived.size();
    for (CompletableFuture<FileAttributes> file : start("f" + "x".repeat(200), 1_500)) {
      await(file);
    }
    List<CreateRequest> requests = requestsSince(before);
    assertThat(requests.stream().mapToInt(each -> each.numbers().length).sum()).isEqualTo(1_500);
    for (CreateRequest request : requests) {
      assertThat(request.names().bytes().length).isLessThanOrEqualTo(64 << 10);
    }
  }

  @Test
  void createsOfDifferentCallersModesOrDirectoriesDoNotShareARequest() throws GigaException {
    makeDirectory("/e", 0777);
    create("/e/first");
    await(client.as(ALICE).create(path("/d/alice"), 0644, true));
    int before = cluster.arrived.size();
    List<CompletableFuture<FileAttributes>> files =
        List.of(
            client.create(path("/d/a"), 0644, true),
            client.create(path("/d/b"), 0600, true),
            client.create(path("/d/e"), 0644, true),
            client.create(path("/d/c"), 0644, false),
            client.create(path("/e/a"), 0644, true),
            client.as(ALICE).create(path("/d/d"), 0644, true));
    for (CompletableFuture<FileAttributes> file : files) {
      await(file);
    }
    assertThat(stat("/d/b").mode()).isEqualTo(0600);
    assertThat(stat("/d/d").uid()).isEqualTo(ALICE.uid());
    for (CreateRequest request : requestsSince(before)) {
      List<String> names = request.names().stream().map(Name::toString).toList();
      assertThat(names.size() == 1 || names.equals(List.of("a", "e"))).as("%s", names).isTrue();
    }
  }

  @Test
  void eachCreateHasItsOwnOutcome() throws GigaException {
    create("/d/f1");
    int before = cluster.arrived.size();
    List<CompletableFuture<FileAttributes>> files = start("f", 3);
    await(files.get(0));
    assertFails(files.get(1)).hasMessage("/d/f1: File exists");
    await(files.get(2));
    assertThat(requestsSince(before)).hasSize(2);
  }

  @Test
  void refusedRequestFailsEachCreateWithItsPath() throws GigaException {
    cluster.interceptor =
        (server, request) ->
            request instanceof CreateRequest
                ? new Answer.Failed<>(ErrorCode.EROFS, "planted")
                : null;
    int before = cluster.arrived.size();
    List<CompletableFuture<FileAttributes>> files = start("f", 3);
    for (int i = 0; i < 3; i++) {
      assertFails(files.get(i)).hasMessageStartingWith("/d/f" + i + ": planted");
    }
    assertThat(requestsSince(before)).hasSize(2);
  }

  /** The request of all ends with the first deadline; the others go on. */
  @Test
  void createsWithALaterDeadlineAreSentAgain() throws GigaException {
    cluster.interceptor =
        (server, request) -> request instanceof CreateRequest ? new Answer.Retry<>(1_000) : null;
    List<CompletableFuture<FileAttributes>> first = start("early", 2);
    cluster.time().advanceMillis(20_000);
    List<CompletableFuture<FileAttributes>> later = start("late", 2);
    for (CompletableFuture<FileAttributes> file : first) {
      assertFails(file).hasMessageMatching("/d/early\\d: create: server s\\d .*");
    }
    cluster.interceptor = (server, request) -> null;
    for (CompletableFuture<FileAttributes> file : later) {
      await(file);
    }
    assertThat(stat("/d/late1").inode()).isNotNull();
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6})
  void filesAreCreatedOnceWhilePartitionsSplitAndAnswersAreLost(long seed) throws GigaException {
    use(new FakeCluster(seed, 4, 8, 20));
    cluster.gathersMicros = 100;
    makeDirectory("/d", 0777);
    cluster.lossPerMille = 50;
    cluster.retryPerMille = 50;
    List<InodeId> inodes = new ArrayList<>();
    for (int round = 0; round < 10; round++) {
      for (CompletableFuture<FileAttributes> file : start("r" + round + "n", 100)) {
        inodes.add(await(file).inode());
      }
    }
    assertThat(inodes).hasSize(1_000).doesNotHaveDuplicates();
    cluster.lossPerMille = 0;
    assertThat(stat("/d").size()).isEqualTo(1_000);
    create("/d/after");
    assertThat(cluster.replies.confirmedByAll()).isEqualTo(1_001);
    assertThat(cluster.arrived.stream().filter(CreateRequest.class::isInstance).count())
        .isLessThan(1_000);
  }

  @Test
  void closedClientFailsAllCreates() {
    List<CompletableFuture<FileAttributes>> files = start("f", 3);
    client.close();
    for (int i = 0; i < 3; i++) {
      CompletableFuture<FileAttributes> file = files.get(i);
      assertThatThrownBy(() -> await(file))
          .hasMessage("/d/f" + i + ": the client is closed: Input/output error");
    }
  }
}
