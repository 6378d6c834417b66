package io.gigafs.server.partition;

import static org.assertj.core.api.Assertions.assertThat;

import io.gigafs.index.InodeId;
import io.gigafs.index.Name;
import io.gigafs.index.PartitionMap;
import io.gigafs.protocol.Answer;
import io.gigafs.protocol.EntryResult;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.GigaException;
import io.gigafs.protocol.Request.PartitionRequest;
import io.gigafs.protocol.Sequence;
import io.gigafs.protocol.bulk.BulkCreateResult;
import io.gigafs.protocol.namespace.AttributeChange;
import io.gigafs.server.RawClient;
import io.gigafs.server.SimulatedClient;
import io.gigafs.server.SimulatedCluster;
import io.gigafs.server.SimulatedCluster.Setup;
import io.gigafs.server.TestNames;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Retries of mutations get the first answer and are not executed again. A raw client sends each
 * kind of mutation twice; a restart or split comes between.
 */
class AtMostOnceTest {
  private static final int THRESHOLD = 8;

  /** A name of the root's partition 1, once there is one. */
  private static final String NAME = TestNames.in("x", 1, 1, 1).get(0);

  private static final String PATH = "/" + NAME;
  private static final Sequence FIRST = new Sequence(1, 0);
  private static final Sequence SECOND = new Sequence(2, 0);

  @TempDir Path directory;

  /** A mutation of the name. */
  enum Mutation {
    CREATE,
    UNLINK,
    MAKE_DIRECTORY,
    REMOVE_DIRECTORY,
    SET_ATTRIBUTES_OF_FILE,
    SET_ATTRIBUTES_OF_DIRECTORY,
    /** Needs a free name: a second execution would be refused. */
    SET_XATTR_OF_FILE,
    SET_XATTR_OF_DIRECTORY,
    BULK_CREATE,
    WRITE_FILES,
    RESTORE,
    /** A create that is refused because the file exists. */
    REFUSED;

    PartitionRequest<?> request(RawClient client, int partition, Sequence sequence) {
      return switch (this) {
        case CREATE, REFUSED -> client.create(InodeId.ROOT, partition, NAME, sequence).request();
        case UNLINK -> client.unlink(InodeId.ROOT, partition, NAME, sequence);
        case MAKE_DIRECTORY -> client.makeDirectory(InodeId.ROOT, partition, NAME, sequence);
        case REMOVE_DIRECTORY -> client.removeDirectory(InodeId.ROOT, partition, NAME, sequence);
        case SET_ATTRIBUTES_OF_FILE, SET_ATTRIBUTES_OF_DIRECTORY ->
            client.setAttributes(
                InodeId.ROOT, partition, NAME, sequence, AttributeChange.ofMode(0700));
        case SET_XATTR_OF_FILE, SET_XATTR_OF_DIRECTORY ->
            client.createXattr(InodeId.ROOT, partition, NAME, sequence, "user.x");
        case BULK_CREATE ->
            client.bulkCreate(
                InodeId.ROOT, partition, List.of(NAME), sequence.confirmed(), sequence.number());
        case WRITE_FILES ->
            client.writeFiles(
                InodeId.ROOT, partition, List.of(NAME), sequence.confirmed(), sequence.number());
        case RESTORE ->
            client.restore(
                InodeId.ROOT, partition, List.of(NAME), sequence.confirmed(), sequence.number());
      };
    }

    /** Whether the error belongs to one entry and not to the request. */
    boolean isInBulk() {
      return switch (this) {
        case CREATE, REFUSED, BULK_CREATE, WRITE_FILES, RESTORE -> true;
        default -> false;
      };
    }

    /** Creates the entries that the mutation needs. */
    void prepare(SimulatedClient client) throws GigaException {
      switch (this) {
        case CREATE, MAKE_DIRECTORY, BULK_CREATE, WRITE_FILES, RESTORE -> {}
        case UNLINK, SET_ATTRIBUTES_OF_FILE, SET_XATTR_OF_FILE, REFUSED -> client.create(PATH);
        case REMOVE_DIRECTORY, SET_ATTRIBUTES_OF_DIRECTORY, SET_XATTR_OF_DIRECTORY ->
            client.makeDirectory(PATH);
      }
    }

    /** Reverts the mutation as another client. */
    void undo(SimulatedClient client) throws GigaException {
      switch (this) {
        case CREATE, BULK_CREATE, WRITE_FILES, RESTORE, REFUSED -> client.unlink(PATH);
        case UNLINK -> client.create(PATH);
        case MAKE_DIRECTORY -> client.removeDirectory(PATH);
        case REMOVE_DIRECTORY -> client.makeDirectory(PATH);
        case SET_ATTRIBUTES_OF_FILE, SET_ATTRIBUTES_OF_DIRECTORY -> client.changeMode(PATH, 0777);
        case SET_XATTR_OF_FILE, SET_XATTR_OF_DIRECTORY -> client.removeXattr(PATH, "user.x");
      }
    }
  }

  /** The event between the first answer, which is lost, and the retry. */
  enum Meanwhile {
    NOTHING(1, 0),
    RESTART(1, 0),
    SPLIT_WITHIN_SERVER(1, 1),
    SPLIT_WITHIN_SERVER_AND_RESTART(1, 1),
    SPLIT_TO_OTHER_SERVER(2, 1),
    SPLIT_TO_OTHER_SERVER_AND_RESTART(2, 1);

    private final int servers;
    private final int partition;

    Meanwhile(int servers, int partition) {
      this.servers = servers;
      this.partition = partition;
    }

    void happen(SimulatedCluster cluster, SimulatedClient client) throws GigaException {
      if (partition == 1) {
        for (String name : TestNames.in("fill", 0, 0, THRESHOLD + 1)) {
          client.create("/" + name);
        }
        cluster.simulation().runMillis(1_000);
        assertThat(cluster.check().partitions(InodeId.ROOT)).contains(1);
      }
      if (name().endsWith("RESTART")) {
        cluster
            .servers()
            .forEach(
                server -> {
                  server.kill();
                  server.start();
                });
      }
    }
  }

  static Stream<Arguments> cases() {
    return Stream.of(Mutation.values())
        .flatMap(
            mutation ->
                Stream.of(Meanwhile.values()).map(meanwhile -> Arguments.of(mutation, meanwhile)));
  }

  @ParameterizedTest
  @MethodSource("cases")
  void retryGetsTheFirstAnswer(Mutation mutation, Meanwhile meanwhile) throws Exception {
    SimulatedCluster cluster =
        Setup.seeded(1)
            .withServers(meanwhile.servers, 4)
            .withSplitThreshold(THRESHOLD)
            .start(directory);
    SimulatedClient others = cluster.client();
    mutation.prepare(others);
    RawClient client = cluster.rawClient();

    Answer<?> first = client.ask(mutation.request(client, 0, FIRST));
    mutation.undo(others);
    meanwhile.happen(cluster, others);
    String between = state(others);
    Answer<?> second = client.ask(mutation.request(client, meanwhile.partition, FIRST));

    assertThat(text(second)).isEqualTo(text(first));
    assertThat(state(others)).isEqualTo(between);
    cluster.heal();
    cluster.check();
  }

  private static String state(SimulatedClient client) {
    try {
      return client.stat(PATH).toString();
    } catch (GigaException e) {
      return e.code().toString();
    }
  }

  private static String text(Answer<?> answer) {
    return answer instanceof Answer.Done<?> done && done.result() instanceof BulkCreateResult bulk
        ? bulk.outcomes()[0] + " " + attributes(bulk)
        : answer.toString();
  }

  private static String attributes(BulkCreateResult bulk) {
    boolean hasAttributes = bulk.made() != null || !bulk.found().isEmpty();
    return hasAttributes && bulk.outcomes()[0] == 0
        ? bulk.attributes(0).toString()
        : Long.toString(bulk.inodes()[0]);
  }

  @ParameterizedTest
  @EnumSource
  void duplicateDuringExecutionHasNoEffect(Mutation mutation) throws Exception {
    SimulatedCluster cluster = Setup.seeded(2).withServers(3, 4).start(directory);
    SimulatedClient others = cluster.client();
    mutation.prepare(others);
    RawClient client = cluster.rawClient();
    PartitionRequest<?> request = mutation.request(client, 0, FIRST);
    var first = client.send(request);
    var second = client.send(request);
    cluster.heal();
    assertThat(text(second.join())).isEqualTo(text(first.join()));
    cluster.check();
  }

  @ParameterizedTest
  @EnumSource
  void lateDuplicateOfAConfirmedMutationHasNoEffect(Mutation mutation) throws Exception {
    SimulatedCluster cluster = Setup.seeded(1).withServers(1, 4).start(directory);
    SimulatedClient others = cluster.client();
    mutation.prepare(others);
    RawClient client = cluster.rawClient();
    client.ask(mutation.request(client, 0, FIRST));
    client.result(client.create(InodeId.ROOT, 0, "next", new Sequence(2, 1)));
    mutation.undo(others);
    String between = state(others);

    Answer<?> late = client.ask(mutation.request(client, 0, FIRST));

    assertThat(state(others)).isEqualTo(between);
    if (!mutation.isInBulk()) {
      assertThat(late).isInstanceOf(Answer.Failed.class);
    } else if (late instanceof Answer.Done<?> done
        && done.result() instanceof BulkCreateResult bulk) {
      assertThat(bulk.outcomes()).containsExactly(ErrorCode.ESTALE.number());
    }
    cluster.heal();
    cluster.check();
  }

  /** Answers that are not committed yet when the partition is about to split. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void answersOfTheSplittingBatchMoveWithTheSplit(int servers) throws Exception {
    for (long seed = 0; seed < 50; seed++) {
      SimulatedCluster cluster =
          Setup.seeded(seed)
              .withServers(servers, 4)
              .withSplitThreshold(THRESHOLD)
              .start(directory.resolve(servers + "-" + seed));
      RawClient client = cluster.rawClient();
      List<String> names = TestNames.in("many", 0, 0, 2 * THRESHOLD - 2);
      List<CompletableFuture<Answer<EntryResult>>> asked = new ArrayList<>();
      for (int i = 0; i < names.size(); i++) {
        asked.add(
            client.send(client.create(InodeId.ROOT, 0, names.get(i), new Sequence(i + 1, 0))));
      }
      cluster.simulation().runMillis(1_000);
      PartitionMap map = cluster.server(0).mapOf(InodeId.ROOT);
      for (int i = 0; i < names.size(); i++) {
        if (asked.get(i).join() instanceof Answer.Done<EntryResult> first) {
          assertThat(askAgain(client, map, names.get(i), new Sequence(i + 1, 0)))
              .as("seed %d", seed)
              .isEqualTo(first);
        }
      }
      SimulatedClient reader = cluster.client();
      assertThat(reader.stat("/").size()).as("seed %d", seed).isEqualTo(reader.list("/").size());
      cluster.check();
    }
  }

  /** Repeats a create at the owner of its name, even if the partition splits further meanwhile. */
  private static Answer<EntryResult> askAgain(
      RawClient client, PartitionMap map, String name, Sequence sequence) throws Exception {
    int partition = map.indexOf(Name.of(name).hash()).value();
    Answer<EntryResult> answer = client.ask(client.create(InodeId.ROOT, partition, name, sequence));
    return answer instanceof Answer.Split<EntryResult> split
        ? askAgain(client, split.map(), name, sequence)
        : answer;
  }

  @Test
  void answerOutlivesItsDirectory() throws Exception {
    SimulatedCluster cluster = Setup.seeded(1).withServers(2, 4).start(directory);
    SimulatedClient others = cluster.client();
    InodeId made = others.makeDirectory("/d").inode();
    RawClient client = cluster.rawClient();
    Answer<?> first = client.ask(client.create(made, 0, "f", FIRST));
    others.unlink("/d/f");
    others.removeDirectory("/d");
    cluster.heal();
    assertThat(client.ask(client.create(made, 0, "f", FIRST))).isEqualTo(first);
    assertThat(client.error(client.create(made, 0, "g", SECOND))).isEqualTo(ErrorCode.ESTALE);
  }

  @Test
  void sequenceNumbersArePerClient() throws Exception {
    SimulatedCluster cluster = Setup.seeded(1).withServers(1, 4).start(directory);
    RawClient one = cluster.rawClient();
    RawClient other = cluster.rawClient();
    one.result(one.create(InodeId.ROOT, 0, "f", FIRST));
    assertThat(other.error(other.create(InodeId.ROOT, 0, "f", FIRST))).isEqualTo(ErrorCode.EEXIST);
    one.result(one.create(InodeId.ROOT, 0, "f", FIRST));
  }

  @Test
  void confirmedAnswersAreRemoved() throws Exception {
    SimulatedCluster cluster =
        Setup.seeded(1).withServers(1, 4).withSplitThreshold(5_000).start(directory);
    SimulatedClient client = cluster.client();
    for (int i = 0; i < 1_000; i++) {
      client.create("/f" + i);
      assertThat(rows(cluster)).isLessThanOrEqualTo(2);
    }
    cluster.server(0).kill();
    cluster.server(0).start();
    for (int i = 0; i < 100; i++) {
      client.unlink("/f" + i);
      assertThat(rows(cluster)).isLessThanOrEqualTo(3);
    }
  }

  @Test
  void answersToSilentClientsExpireAfterFifteenMinutes() throws Exception {
    SimulatedCluster cluster = Setup.seeded(1).withServers(1, 4).start(directory);
    RawClient client = cluster.rawClient();
    client.result(client.create(InodeId.ROOT, 0, "f", FIRST));
    cluster.simulation().runMillis(14 * 60_000);
    assertThat(rows(cluster)).isEqualTo(1);
    client.result(client.create(InodeId.ROOT, 0, "f", FIRST));
    cluster.simulation().runMillis(2 * 60_000);
    assertThat(rows(cluster)).isZero();
  }

  @Test
  void partlyConfirmedBulkAnswerIsKept() throws Exception {
    SimulatedCluster cluster = Setup.seeded(1).withServers(1, 4).start(directory);
    RawClient client = cluster.rawClient();
    client.result(client.bulkCreate(InodeId.ROOT, 0, List.of("a", "b"), 0, 1, 2));
    client.result(client.bulkCreate(InodeId.ROOT, 0, List.of("c"), 1, 3));
    BulkCreateResult again = client.result(client.bulkCreate(InodeId.ROOT, 0, List.of("b"), 1, 2));
    assertThat(again.outcomes()).containsExactly(0);
    assertThat(cluster.check().names(InodeId.ROOT)).isEqualTo(Set.of("a", "b", "c"));
  }

  /** Some entries of the retry were decided before; the others are new and kept with them. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void bulkRetryDecidesOnlyNewMutations(boolean restart) throws Exception {
    SimulatedCluster cluster = Setup.seeded(1).withServers(1, 4).start(directory);
    RawClient client = cluster.rawClient();
    BulkCreateResult first =
        client.result(client.bulkCreate(InodeId.ROOT, 0, List.of("a", "b"), 0, 1, 2));
    BulkCreateResult second =
        client.result(
            client.bulkCreate(InodeId.ROOT, 0, List.of("a", "b", "c", "b"), 0, 1, 2, 3, 4));
    SimulatedClient others = cluster.client();
    others.unlink("/a");
    others.unlink("/c");
    if (restart) {
      cluster.server(0).kill();
      cluster.server(0).start();
    }
    BulkCreateResult third =
        client.result(
            client.bulkCreate(InodeId.ROOT, 0, List.of("a", "b", "c", "b"), 0, 1, 2, 3, 4));
    int exists = ErrorCode.EEXIST.number();
    assertThat(second.outcomes()).containsExactly(0, 0, 0, exists);
    assertThat(second.inodes()).startsWith(first.inodes());
    assertThat(third.outcomes()).isEqualTo(second.outcomes());
    assertThat(third.inodes()).isEqualTo(second.inodes());
    assertThat(rows(cluster)).as("two of the client, one of the others").isEqualTo(3);
    assertThat(cluster.check().names(InodeId.ROOT)).isEqualTo(Set.of("b"));
  }

  private static int rows(SimulatedCluster cluster) {
    return cluster.server(0).store().replies(InodeId.ROOT.value(), 0).size();
  }
}
