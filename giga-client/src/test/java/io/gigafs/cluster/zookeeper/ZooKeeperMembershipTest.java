package io.gigafs.cluster.zookeeper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gigafs.cluster.ClusterFormat;
import io.gigafs.cluster.ClusterSettings;
import io.gigafs.cluster.ClusterView;
import io.gigafs.cluster.ClusterView.SlotMove;
import io.gigafs.cluster.Endpoint;
import io.gigafs.cluster.Membership;
import io.gigafs.cluster.MembershipException;
import io.gigafs.cluster.ServerId;
import io.gigafs.cluster.ServerInfo;
import io.gigafs.cluster.SlotPlanner;
import io.gigafs.cluster.SlotTable;
import io.gigafs.cluster.ViewChanges;
import io.gigafs.cluster.zookeeper.ClusterRecords.Registration;
import io.gigafs.cluster.zookeeper.ZooKeeperConnection.Node;
import java.lang.reflect.Method;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.Testable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests for memberships through an embedded ZooKeeper: joins, views, leases, crashes and network
 * partitions. Each test has its own chroot.
 */
class ZooKeeperMembershipTest {
  private static final Duration LONG = Duration.ofSeconds(30);
  private static final Duration SESSION = Duration.ofMillis(1_500);

  /** A process on another machine, whose state is unknown here. */
  private static final ServerProcess ELSEWHERE = new ServerProcess("elsewhere", 7, 7);

  private static EmbeddedZooKeeper zooKeeper;

  private final List<Membership> opened = new ArrayList<>();
  private Leaks before;
  private ZooKeeperSettings settings;

  @BeforeAll
  static void startZooKeeper(@TempDir Path directory) {
    zooKeeper = EmbeddedZooKeeper.start(directory, 0);
    ClusterFormatter.format(at("/warm-up"), 8, 1, ClusterSettings.DEFAULTS);
  }

  @AfterAll
  static void stopZooKeeper() {
    zooKeeper.close();
  }

  @BeforeEach
  void chroot(TestInfo test) {
    before = Leaks.now();
    settings = at("/" + test.getTestMethod().orElseThrow().getName());
  }

  @AfterEach
  void closeAll() throws InterruptedException {
    opened.forEach(Membership::close);
    before.assertNoMore();
  }

  @Test
  void threeServersJoinAndSeeTheSameView() {
    ClusterFormat format = format(8, 3);
    List<ZooKeeperMembership> members = joinTogether("c", "a", "b");

    ClusterView view = members.get(0).view();
    assertThat(view.clusterId()).isEqualTo(format.clusterId());
    assertThat(view.epoch()).isEqualTo(1);
    assertThat(view.servers()).containsExactly(server("a"), server("b"), server("c"));
    assertThat(view.slots()).isEqualTo(SlotTable.interleaved(8, 3));
    assertThat(members).allMatch(member -> member.view().equals(view));
    assertThat(members).allMatch(member -> member.format().equals(format));
  }

  @Test
  void viewRecordsTheCurrentCacheOfAServer() {
    format(8, 2);
    List<ZooKeeperMembership> members = joinTogether("a", "b");
    assertThat(members.get(0).view().servers()).containsExactly(server("a"), server("b"));
    members.get(1).close();
    ServerInfo withCache = new ServerInfo(id("b"), server("b").endpoint(), 5L << 30);
    assertThat(open().join(withCache, store("b"), LONG).find(id("b"))).contains(withCache);
    await(() -> members.get(0).view().find(id("b")).equals(Optional.of(withCache)));
  }

  @Test
  void serversShareOnePermanentSecret() {
    format(8, 2);
    List<ZooKeeperMembership> members = joinTogether("a", "b");
    byte[] secret = members.get(0).secret();
    assertThat(secret).hasSize(32).isNotEqualTo(new byte[32]);
    assertThat(members.get(1).secret()).isEqualTo(secret);
    assertThat(open().secret()).isEqualTo(secret);
  }

  @Test
  void anotherServerLeadsAfterTheLeaderDies() {
    format(8, 3);
    List<ZooKeeperMembership> members = joinTogether("a", "b", "c");
    leaderOf(members).close();

    ClusterView view = open().join(server("d"), store("d"), LONG);

    assertThat(view.epoch()).isEqualTo(2);
    assertThat(view.servers()).hasSize(4).endsWith(server("d"));
    assertThat(view.moves()).hasSize(1);
  }

  @Test
  void leaderRecordsSinceWhenAMemberIsAbsent() {
    format(8, 3);
    List<ZooKeeperMembership> members = joinTogether("a", "b", "c");
    ZooKeeperMembership leader = leaderOf(members);
    int gone = members.get(0) == leader ? 1 : 0;
    String name = gone == 0 ? "a" : "b";
    assertThat(leader.absentSinceMillis()).isEmpty();
    long before = System.currentTimeMillis();
    members.get(gone).close();
    await(() -> leader.absentSinceMillis().containsKey(id(name)));
    assertThat(leader.absentSinceMillis()).hasSize(1);
    assertThat(leader.absentSinceMillis().get(id(name))).isGreaterThanOrEqualTo(before);
    assertThat(members.get(2).absentSinceMillis())
        .as("others do not watch that")
        .isEqualTo(members.get(2) == leader ? leader.absentSinceMillis() : Map.of());
    joined(name);
    await(() -> leader.absentSinceMillis().isEmpty());
  }

  @Test
  void drainedServerCanBeRemovedAfterItsMoves() {
    format(8, 2);
    List<ZooKeeperMembership> members = joinTogether("a", "b");
    ZooKeeperMembership c = joined("c");
    moveAll(c);
    assertThat(owned(c.view(), "a", "b", "c")).containsExactlyInAnyOrder(3, 3, 2);

    c.update(view -> ViewChanges.drain(view, id("a")), LONG);
    assertThatThrownBy(() -> c.remove(id("a"), LONG))
        .hasMessage("server 'a' is running: stop it first, or it would join again");
    moveAll(c);
    assertThat(owned(c.view(), "a", "b", "c")).containsExactly(0, 4, 4);
    assertThat(c.present()).containsExactlyInAnyOrder(id("a"), id("b"), id("c"));

    members.get(0).close();
    c.remove(id("a"), LONG);
    await(() -> members.get(1).view().equals(c.view()));
    assertThat(c.view().servers()).containsExactly(server("b"), server("c"));
    assertThat(c.view().draining()).isEmpty();
    assertThat(open().join(server("a"), store("new"), LONG).servers()).endsWith(server("a"));
  }

  @Test
  void concurrentChangesAreAllApplied() {
    format(8, 3);
    List<ZooKeeperMembership> members = joinTogether("a", "b", "c");
    CompletableFuture.allOf(
            IntStream.range(0, 2)
                .mapToObj(
                    i ->
                        CompletableFuture.runAsync(
                            () ->
                                members
                                    .get(2)
                                    .update(
                                        view -> ViewChanges.drain(view, id(i == 0 ? "a" : "b")),
                                        LONG)))
                .toArray(CompletableFuture[]::new))
        .join();

    assertThat(members.get(2).view().draining()).containsExactlyInAnyOrder(id("a"), id("b"));
    assertThatThrownBy(() -> members.get(0).update(view -> ViewChanges.drain(view, id("c")), LONG))
        .isInstanceOf(MembershipException.class)
        .hasMessageContaining("'c' cannot be drained");
  }

  @Test
  void listenersReceiveEpochsInOrder() {
    format(64, 1);
    ZooKeeperMembership first = joined("s0");
    List<Long> heard = new CopyOnWriteArrayList<>();
    first.listen(view -> heard.add(view.epoch()));
    first.listen(
        view -> {
          throw new IllegalStateException("must not keep others from hearing");
        });
    for (int i = 1; i <= 5; i++) {
      joined("s" + i);
    }

    await(() -> heard.contains(6L));
    assertThat(heard).isSorted().doesNotHaveDuplicates().startsWith(1L);
    assertThat(first.view().servers()).hasSize(6);
  }

  @Test
  void refusesAnIdInUse() {
    format(8, 1);
    joined("a");

    assertThatThrownBy(() -> open().join(new ServerInfo(id("a"), at(9)), store("other"), LONG))
        .isInstanceOf(MembershipException.class)
        .hasMessage(
            "server id 'a' is in use by a running server at host-a:7000: stop that one, or give"
                + " this one another id");
  }

  @Test
  void refusesAStoreInUseByALiveServer() {
    format(8, 1);
    ZooKeeperMembership first = joined("a");

    assertThatThrownBy(() -> open().join(new ServerInfo(id("a"), at(9)), store("a"), LONG))
        .isInstanceOf(MembershipException.class)
        .hasMessageContaining("in use by a running server at host-a:7000");
    assertThat(first.view().servers()).containsExactly(server("a"));
  }

  @Test
  void refusesAnotherStoreUnderAKnownId() {
    format(8, 1);
    joined("a").close();

    assertThatThrownBy(() -> open().join(server("a"), store("empty"), LONG))
        .isInstanceOf(MembershipException.class)
        .hasMessageContaining("server id 'a' belongs to the store " + store("a"))
        .hasMessageContaining("start it on the data directory that it had")
        .hasMessageNotContainingAny("\n");
  }

  @Test
  void refusesACopyOfAStoreUnderAnotherId() {
    format(8, 1);
    joined("a").close();

    for (int i = 0; i < 2; i++) {
      assertThatThrownBy(() -> open().join(server("b"), store("a"), LONG))
          .isInstanceOf(MembershipException.class)
          .hasMessageContaining("the store " + store("a") + ", which belongs to server 'a'")
          .hasMessageContaining("start it on an empty data directory")
          .hasMessageNotContainingAny("\n");
    }
    assertThat(open().join(server("a"), store("a"), LONG).servers()).containsExactly(server("a"));
  }

  @Test
  void restartedServerKeepsItsIndexAndMayRelocate() {
    format(8, 2);
    List<ZooKeeperMembership> members = joinTogether("a", "b");
    members.get(0).close();
    ServerInfo moved = new ServerInfo(id("a"), at(9));

    ClusterView view = open().join(moved, store("a"), LONG);

    assertThat(view.epoch()).isEqualTo(2);
    assertThat(view.servers()).containsExactly(moved, server("b"));
    await(() -> members.get(1).view().equals(view));
  }

  @Test
  void unchangedRestartKeepsTheEpoch() {
    format(8, 1);
    ClusterView view = joined("a").view();
    opened.get(0).close();

    assertThat(joined("a").view()).isEqualTo(view);
  }

  @Test
  void restartedServerTakesOverItsCrashedRegistration() {
    format(8, 1);
    joined("a").close();
    long start = System.nanoTime();
    crashWhileRegistered("a", store("a"), ELSEWHERE);

    joined("a");
    assertThat(Duration.ofNanos(System.nanoTime() - start)).isGreaterThanOrEqualTo(SESSION);
  }

  @Test
  void restartDoesNotWaitIfTheCrashedProcessIsGone() {
    useLongSessions();
    format(8, 1);
    joined("a").close();
    ServerProcess now = ServerProcess.current();
    crashWhileRegistered(
        "a", store("a"), new ServerProcess(now.machine(), now.pid(), now.startTicks() - 1));

    assertThat(open().join(server("a"), store("a"), LONG).servers()).containsExactly(server("a"));
  }

  @Test
  void leaseEndsWithoutZooKeeperAndResumesWithIt() {
    format(8, 1);
    try (TcpRelay relay = new TcpRelay(zooKeeper.port())) {
      ZooKeeperMembership member = joinedThrough(relay);
      long granted = member.leaseUntilNanos();
      assertThat(Duration.ofNanos(granted - System.nanoTime()))
          .isLessThanOrEqualTo(SESSION.multipliedBy(8).dividedBy(10));
      await(() -> member.leaseUntilNanos() > granted && member.leaseFailure().isEmpty());

      relay.cut();
      await(() -> member.leaseUntilNanos() < System.nanoTime());
      assertThat(member.leaseFailure())
          .matches("it has lost ZooKeeper \\(127\\.0\\.0\\.1:" + relay.port() + "\\) for \\d+ s");
      await(() -> registered().isEmpty());
      assertThat(Duration.ofNanos(System.nanoTime() - member.leaseUntilNanos()))
          .as("the lease ends before the session")
          .isGreaterThanOrEqualTo(SESSION.dividedBy(5));

      relay.mend();
      await(() -> member.leaseUntilNanos() > System.nanoTime() && member.leaseFailure().isEmpty());
    }
  }

  @Test
  void leaseResumesWithAnotherSession() {
    format(8, 1);
    try (TcpRelay relay = new TcpRelay(zooKeeper.port())) {
      ZooKeeperMembership member = joinedThrough(relay);
      relay.cut();
      await(() -> registered().isEmpty());
      assertThat(member.leaseUntilNanos()).isLessThan(System.nanoTime());

      relay.mend();
      await(() -> member.leaseUntilNanos() > System.nanoTime());
      await(() -> registered().equals(List.of("far")));
    }
  }

  @Test
  void leaseEndsWhenAnotherProcessRegisters() {
    format(8, 1);
    ZooKeeperMembership member = joined("a");
    ClusterPaths paths = settings.address().paths();
    Registration other =
        new Registration(1, "elsewhere:9", store("a"), new UUID(4, 2), ELSEWHERE, 0, 1_500);
    try (ZooKeeperConnection connection = ZooKeeperConnection.open(settings)) {
      Node id = connection.read(paths.member(id("a"))).orElseThrow();
      assertThat(
              connection.inOne(
                  steps ->
                      steps
                          .replace(paths.member(id("a")), id.data(), id.stat().getVersion())
                          .delete(paths.server(id("a")))
                          .create(
                              paths.server(id("a")),
                              ClusterRecords.write(other),
                              CreateMode.EPHEMERAL)))
          .isTrue();

      await(() -> member.leaseUntilNanos() < System.nanoTime());
      await(() -> !member.leaseFailure().isEmpty());
      assertThat(member.leaseFailure())
          .isEqualTo("another process, at elsewhere:9, is registered under its id");
    }
    await(() -> member.leaseUntilNanos() > System.nanoTime() && member.leaseFailure().isEmpty());
  }

  @Test
  void waitForACrashedRegistrationIsBounded() {
    useLongSessions();
    format(8, 1);
    joined("a").close();
    crashWhileRegistered("a", store("a"), ELSEWHERE);

    assertThatThrownBy(() -> open().join(server("a"), store("a"), Duration.ofMillis(100)))
        .isInstanceOf(MembershipException.class)
        .hasMessageContaining("still registered from an earlier run: start it again in");
  }

  @Test
  void registersAgainWhenItsSessionIsLost() throws Exception {
    format(8, 2);
    List<ZooKeeperMembership> members = joinTogether("a", "b");
    for (ZooKeeperMembership member : members) {
      forgetSession(member.connection());
    }

    ZooKeeperMembership c = joined("c");

    // The view may change once more when the others register again: moves are planned between
    // registered servers only.
    assertThat(c.view().servers()).containsExactly(server("a"), server("b"), server("c"));
    await(() -> registered().equals(List.of("a", "b", "c")));
    await(() -> members.stream().allMatch(member -> member.view().equals(c.view())));
  }

  @Test
  void rejoinsAfterANetworkPartition() {
    format(8, 2);
    try (TcpRelay relay = new TcpRelay(zooKeeper.port())) {
      ZooKeeperMembership far = ZooKeeperMembership.open(through(relay));
      opened.add(far);
      CompletableFuture<ClusterView> joining =
          CompletableFuture.supplyAsync(() -> far.join(server("far"), store("far"), LONG));
      joined("near");
      joining.join();

      relay.cut();
      await(() -> registered().equals(List.of("near")));
      ClusterView view = joined("new").view();
      assertThat(view.servers()).containsExactly(server("far"), server("near"), server("new"));
      assertThat(far.view().epoch()).isEqualTo(1);
      assertThat(far.leads()).isFalse();

      relay.mend();
      await(() -> far.view().equals(view));
      await(() -> registered().equals(List.of("far", "near", "new")));
      far.close();
    }
  }

  @Test
  void registersAgainWhenItsRegistrationIsDeleted() {
    format(8, 1);
    ZooKeeperMembership member = joined("a");
    member.connection().delete(settings.address().paths().server(id("a")));

    await(() -> registered().equals(List.of("a")));
  }

  @Test
  void survivesARestartOfZooKeeper(@TempDir Path directory) {
    EmbeddedZooKeeper own = EmbeddedZooKeeper.start(directory, 0);
    settings = new ZooKeeperSettings(own.address(), SESSION, Duration.ofSeconds(5));
    format(8, 2);
    List<ZooKeeperMembership> members = joinTogether("a", "b");
    own.close();
    try (EmbeddedZooKeeper again = EmbeddedZooKeeper.start(directory, own.port())) {
      assertThat(again.port()).isEqualTo(own.port());
      ZooKeeperMembership c = joined("c");

      // The view may change once more if sessions ended meanwhile and members register again.
      await(() -> members.stream().allMatch(member -> member.view().equals(c.view())));
      await(() -> registered().equals(List.of("a", "b", "c")));
      assertThat(c.view().servers()).containsExactly(server("a"), server("b"), server("c"));
      opened.forEach(Membership::close);
    }
  }

  @Test
  void closesInTimeWhenZooKeeperIsGone(@TempDir Path directory) {
    EmbeddedZooKeeper own = EmbeddedZooKeeper.start(directory, 0);
    settings = new ZooKeeperSettings(own.address(), SESSION, Duration.ofSeconds(1));
    format(8, 1);
    ZooKeeperMembership member = joined("a");
    own.close();

    member.close();
  }

  @Test
  void joinReportsTheNumberOfMissingServers() {
    format(8, 3);

    assertThatThrownBy(() -> open().join(server("a"), store("a"), Duration.ofMillis(500)))
        .isInstanceOf(MembershipException.class)
        .hasMessageContaining("1 of the 3 servers that it was formatted for are running");
    assertThat(registered()).isEmpty();
  }

  @Test
  void refusesAMissingCluster() {
    assertThatThrownBy(this::open)
        .isInstanceOf(MembershipException.class)
        .hasMessageContaining("there is no cluster at " + settings.address());
  }

  @Test
  void refusesToJoinTwiceAndHasNoViewBefore() {
    format(8, 1);
    ZooKeeperMembership member = open();
    assertThatThrownBy(member::view).isInstanceOf(IllegalStateException.class);
    member.join(server("a"), store("a"), LONG);

    assertThatThrownBy(() -> member.join(server("a"), store("a"), LONG))
        .isInstanceOf(IllegalStateException.class);
  }

  @Test
  void membersOfAReplacedClusterStayOutOfTheNewOne() {
    format(8, 1);
    ZooKeeperMembership member = joined("a");
    ClusterView old = member.view();
    member
        .connection()
        .call(
            () -> {
              member
                  .connection()
                  .curator()
                  .delete()
                  .deletingChildrenIfNeeded()
                  .forPath(settings.address().chroot());
              return old;
            });
    format(8, 1);

    ClusterView view = open().join(server("b"), store("b"), LONG);

    assertThat(view.servers()).containsExactly(server("b"));
    assertThat(member.view()).isEqualTo(old);
    assertThat(registered()).containsExactly("b");
  }

  @Test
  void onlyOneOfManyCandidatesWritesTheView() {
    ClusterFormat format = format(8, 2);
    joinTogether("a", "b");
    ClusterPaths paths = settings.address().paths();
    try (ZooKeeperConnection connection = ZooKeeperConnection.open(settings)) {
      connection.delete(paths.view());
      List<CompletableFuture<Void>> planning =
          IntStream.range(0, 8)
              .mapToObj(i -> new Leader(connection, paths, format, InstantSource.system()))
              .map(leader -> CompletableFuture.runAsync(() -> planUntilDone(leader)))
              .toList();
      planning.forEach(CompletableFuture::join);

      var view = connection.read(paths.view()).orElseThrow();
      assertThat(view.stat().getVersion()).isZero();
      assertThat(connection.replace(paths.view(), new byte[0], 1)).isFalse();
      assertThat(
              ClusterRecords.read(
                      paths.view(),
                      view.data(),
                      ClusterRecords.View.class,
                      ClusterRecords.View::toView)
                  .epoch())
          .isEqualTo(1);
    }
  }

  /** Completes each move as soon as it starts, until the leader starts no more. */
  private static void moveAll(ZooKeeperMembership member) {
    await(
        () -> {
          for (SlotMove move : member.view().moves()) {
            member.update(view -> ViewChanges.complete(view, move.slot(), move.since()), LONG);
          }
          return SlotPlanner.slotsToMove(member.view()) == 0;
        });
  }

  private static List<Integer> owned(ClusterView view, String... ids) {
    return Arrays.stream(ids).map(id -> view.slotsOf(id(id))).toList();
  }

  private static void planUntilDone(Leader leader) {
    while (!leader.plan()) {
      Thread.onSpinWait();
    }
  }

  private ClusterFormat format(int slots, int servers) {
    return ClusterFormatter.format(settings, slots, servers, ClusterSettings.DEFAULTS);
  }

  private ZooKeeperMembership open() {
    ZooKeeperMembership membership = ZooKeeperMembership.open(settings);
    opened.add(membership);
    return membership;
  }

  private ZooKeeperMembership joined(String id) {
    ZooKeeperMembership membership = open();
    membership.join(server(id), store(id), LONG);
    return membership;
  }

  private ZooKeeperMembership joinedThrough(TcpRelay relay) {
    ZooKeeperMembership membership = ZooKeeperMembership.open(through(relay));
    opened.add(membership);
    membership.join(server("far"), store("far"), LONG);
    return membership;
  }

  private List<ZooKeeperMembership> joinTogether(String... ids) {
    List<ZooKeeperMembership> members = new ArrayList<>();
    List<CompletableFuture<ClusterView>> joins = new ArrayList<>();
    for (String id : ids) {
      ZooKeeperMembership member = open();
      members.add(member);
      joins.add(
          CompletableFuture.supplyAsync(
              () -> member.join(server(id), store(id), LONG), task -> new Thread(task).start()));
    }
    joins.forEach(CompletableFuture::join);
    return members;
  }

  private ZooKeeperMembership leaderOf(List<ZooKeeperMembership> members) {
    await(() -> members.stream().anyMatch(ZooKeeperMembership::leads));
    return members.stream().filter(ZooKeeperMembership::leads).findFirst().orElseThrow();
  }

  private List<String> registered() {
    try (ZooKeeperConnection connection = ZooKeeperConnection.open(settings)) {
      return connection.children(settings.address().paths().servers()).stream().sorted().toList();
    }
  }

  /** Leaves the state of a killed server: a session that no longer sends anything. */
  private void crashWhileRegistered(String id, UUID store, ServerProcess process) {
    try (TcpRelay relay = new TcpRelay(zooKeeper.port());
        ZooKeeperConnection connection = ZooKeeperConnection.open(through(relay))) {
      Registration registration =
          new Registration(
              1,
              server(id).endpoint().toString(),
              store,
              new UUID(4, 2),
              process,
              0,
              settings.sessionTimeout().toMillis());
      connection.create(
          settings.address().paths().server(id(id)),
          ClusterRecords.write(registration),
          CreateMode.EPHEMERAL);
      relay.cut();
    }
  }

  private ZooKeeperSettings through(TcpRelay relay) {
    return new ZooKeeperSettings(
        ZooKeeperAddress.parse("127.0.0.1:" + relay.port() + settings.address().chroot()),
        settings.sessionTimeout(),
        settings.connectTimeout());
  }

  /** Makes sessions outlast any join in this test, however busy the machine is. */
  private void useLongSessions() {
    settings =
        new ZooKeeperSettings(settings.address(), LONG.multipliedBy(3), settings.connectTimeout());
  }

  /** Makes the client treat its session as expired before ZooKeeper does. */
  private static void forgetSession(ZooKeeperConnection connection) throws Exception {
    Method testable =
        Class.forName("org.apache.zookeeper.ZooKeeper").getDeclaredMethod("getTestable");
    testable.setAccessible(true);
    ((Testable) testable.invoke(connection.curator().getZookeeperClient().getZooKeeper()))
        .injectSessionExpiration();
  }

  private static void await(BooleanSupplier condition) {
    long deadline = System.nanoTime() + Duration.ofMinutes(5).toNanos();
    while (!condition.getAsBoolean()) {
      assertThat(System.nanoTime()).as("ns until the condition must hold").isLessThan(deadline);
      try {
        Thread.sleep(20);
      } catch (InterruptedException e) {
        throw new AssertionError(e);
      }
    }
  }

  private static ZooKeeperSettings at(String chroot) {
    return settings("127.0.0.1:" + zooKeeper.port() + chroot);
  }

  private static ZooKeeperSettings settings(String address) {
    return new ZooKeeperSettings(ZooKeeperAddress.parse(address), SESSION, Duration.ofSeconds(5));
  }

  private static Endpoint at(int port) {
    return new Endpoint("elsewhere", port);
  }

  private static ServerId id(String id) {
    return new ServerId(id);
  }

  private static ServerInfo server(String id) {
    return new ServerInfo(id(id), new Endpoint("host-" + id, 7_000));
  }

  private static UUID store(String id) {
    return UUID.nameUUIDFromBytes(id.getBytes(StandardCharsets.UTF_8));
  }
}
