package io.gigafs.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.gigafs.client.AsyncAdminClient;
import io.gigafs.client.AsyncGigaClient;
import io.gigafs.client.ClientSettings.DataPath;
import io.gigafs.client.FlushScope;
import io.gigafs.client.Follow;
import io.gigafs.client.GigaPath;
import io.gigafs.client.OpenDirectory;
import io.gigafs.client.OpenFile;
import io.gigafs.client.OpenOptions;
import io.gigafs.client.OpenOptions.Flag;
import io.gigafs.client.Xattrs;
import io.gigafs.cluster.ServerInfo;
import io.gigafs.index.InodeId;
import io.gigafs.index.Name;
import io.gigafs.index.PartitionIndex;
import io.gigafs.index.Position;
import io.gigafs.protocol.Caller;
import io.gigafs.protocol.FileAttributes;
import io.gigafs.protocol.FileType;
import io.gigafs.protocol.bulk.RestoredEntry;
import io.gigafs.protocol.cluster.CheckpointRequest;
import io.gigafs.protocol.cluster.ClusterChangeRequest;
import io.gigafs.protocol.data.VolumeChangeRequest;
import io.gigafs.protocol.file.LockType;
import io.gigafs.protocol.namespace.AttributeChange;
import io.gigafs.protocol.namespace.RenameMode;
import io.gigafs.protocol.namespace.Xattr;
import io.gigafs.protocol.namespace.Xattr.XattrMode;
import io.gigafs.server.SimulatedNetwork.Fate;
import java.lang.reflect.Method;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Every client operation ends by its deadline, whatever fails. Runs each operation on a simulated
 * cluster with hanging, dead or slow servers.
 */
class DeadlineTest {
  private static final Duration TIMEOUT = Duration.ofSeconds(30);

  /** The time after its deadline by which a call must end. */
  private static final long GRACE_MILLIS = 500;

  private static final int LARGE_BYTES = 100_000;
  private static final byte[] SMALL = {1, 2, 3};

  /** Operations that walk a tree and have the timeout for each part of it that answers. */
  private static final Set<String> TREE_WIDE = Set.of("setQuota", "sum");

  @TempDir private Path directory = Path.of(".");

  /** The fault in the cluster. */
  private enum FaultKind {
    /** The server of most files accepts connections and requests, and never answers. */
    ONE_HANGS,
    ALL_HANG,
    ONE_IS_DOWN,
    ALL_ARE_DOWN,
    /** Each answer takes almost the time of one attempt. */
    ALL_ARE_SLOW;

    void begin(SimulatedCluster cluster, SimulatedServer one) {
      switch (this) {
        case ONE_HANGS ->
            cluster
                .network()
                .setFaults(packet -> packet.from().equals(one.name()) ? Fate.LOST : Fate.ARRIVES);
        case ALL_HANG ->
            cluster
                .network()
                .setFaults(packet -> packet.from().startsWith("s") ? Fate.LOST : Fate.ARRIVES);
        case ONE_IS_DOWN -> one.kill();
        case ALL_ARE_DOWN -> cluster.servers().forEach(SimulatedServer::kill);
        case ALL_ARE_SLOW ->
            cluster
                .network()
                .setFaults(
                    packet -> packet.from().startsWith("s") ? Fate.delayed(4_500) : Fate.ARRIVES);
      }
    }
  }

  /** A client call. */
  private interface Asking {
    CompletableFuture<?> begin(Ground ground);
  }

  /** The objects of the calls, from before the fault. */
  private record Ground(
      AsyncGigaClient client, ServerInfo one, OpenFile small, OpenFile large, OpenFile relayed) {}

  private static GigaPath path(String text) {
    return GigaPath.parse(text);
  }

  private static ByteBuffer bytes(int length) {
    return ByteBuffer.wrap(new byte[length]);
  }

  /** All operations of a client by method name, some in several variants. */
  private static Map<String, Asking> ofClients() {
    GigaPath small = path("/d/small");
    GigaPath large = path("/d/large");
    GigaPath fresh = path("/d/fresh");
    List<Name> names = List.of(Name.of("small"), Name.of("large"), Name.of("none"));
    Map<String, Asking> all = new LinkedHashMap<>();
    all.put("stat", on -> on.client.stat(small));
    all.put("stat of a link", on -> on.client.stat(path("/d/link"), Follow.YES));
    all.put("stat of a directory", on -> on.client.stat(path("/d"), Follow.YES));
    all.put("lookUp", on -> on.client.lookUp(small));
    all.put("access", on -> on.client.access(small, 4));
    all.put("parentOf", on -> on.client.parentOf(on.small.inode()));
    all.put("rename", on -> on.client.rename(small, fresh, RenameMode.REPLACE));
    all.put("link", on -> on.client.link(small, fresh, Follow.NO));
    all.put("link of an open file", on -> on.client.link(on.small, fresh));
    all.put("symlink", on -> on.client.symlink(new byte[] {'x'}, fresh));
    all.put("readLink", on -> on.client.readLink(path("/d/link")));
    all.put("makeNode", on -> on.client.makeNode(fresh, FileType.FIFO, 0644, 0));
    all.put("getXattr", on -> on.client.getXattr(small, "user.a", Follow.YES));
    all.put("listXattrs", on -> on.client.listXattrs(small, Follow.YES));
    all.put(
        "setXattr",
        on -> on.client.setXattr(small, new Xattr("user.a", SMALL), XattrMode.SET, Follow.YES));
    all.put("removeXattr", on -> on.client.removeXattr(small, "user.a", Follow.YES));
    all.put("open", on -> on.client.open(small, OpenOptions.of(Flag.READ)));
    all.put(
        "open to empty", on -> on.client.open(small, OpenOptions.of(Flag.WRITE, Flag.TRUNCATE)));
    all.put(
        "open to make",
        on -> on.client.open(fresh, OpenOptions.of(Flag.WRITE, Flag.CREATE).withMode(0644)));
    all.put("reopen", on -> on.client.reopen(on.small, OpenOptions.of(Flag.READ)));
    all.put("readFile", on -> on.client.readFile(small));
    all.put("readFile of a large one", on -> on.client.readFile(large));
    all.put("keptChecksum", on -> on.client.keptChecksum(large));
    all.put("blocks", on -> on.client.blocks(large, LARGE_BYTES));
    all.put("writeFile", on -> on.client.writeFile(small, 0644, SMALL, true));
    all.put(
        "writeFile of a large one",
        on -> on.client.writeFile(large, 0644, new byte[LARGE_BYTES], true));
    all.put("expose", on -> on.client.expose(large));
    all.put(
        "changeVolume",
        on ->
            on.client
                .admin()
                .changeVolume(VolumeChangeRequest.Kind.ADD, 0, URI.create("memory:///another")));
    all.put("volumes", on -> on.client.admin().volumes(on.one));
    all.put("objects", on -> on.client.admin().objects(on.one, 1, new byte[0]));
    all.put("setQuota", on -> on.client.setQuota(path("/d"), 1_000, 0));
    all.put("quota", on -> on.client.quota(path("/d")));
    all.put("sum", on -> on.client.sum(path("/d")));
    all.put("create", on -> on.client.create(fresh, 0644, true));
    all.put("createAll", on -> on.client.createAll(path("/d"), names, 0644, false));
    all.put(
        "restoreAll",
        on ->
            on.client.restoreAll(
                path("/d"),
                List.of(
                    new RestoredEntry(
                        Name.of("fresh"), FileType.FIFO, 0644, 0, 0, 0, 1, 1, 1, 0, null))));
    all.put(
        "writeAll",
        on ->
            on.client.writeAll(
                path("/d"), names, List.of(SMALL, new byte[LARGE_BYTES], SMALL), 0644, true));
    all.put("readAll", on -> on.client.readAll(path("/d"), names));
    all.put("makeDirectory", on -> on.client.makeDirectory(fresh, 0755));
    all.put("setAttributes", on -> on.client.setAttributes(small, AttributeChange.ofMode(0600)));
    all.put("unlink", on -> on.client.unlink(small));
    all.put("removeDirectory", on -> on.client.removeDirectory(path("/d/sub")));
    all.put("list", on -> on.client.list(path("/d"), true));
    all.put("openDirectory", on -> on.client.openDirectory(path("/d"), true));
    all.put("sync", on -> on.client.sync());
    all.put("flush", on -> on.client.flush(FlushScope.ALL));
    all.put("statFs", on -> on.client.statFs());
    all.put("status", on -> on.client.admin().status(on.one, true));
    all.put(
        "changeCluster",
        on -> on.client.admin().changeCluster(ClusterChangeRequest.Kind.DRAIN, on.one.id()));
    all.put("check", on -> on.client.admin().check(on.one, new byte[0]));
    all.put("checkData", on -> on.client.admin().checkData(on.one, new byte[0]));
    all.put("recheck", on -> on.client.admin().recheck(on.one, null, List.of()));
    all.put(
        "checkpoint",
        on -> on.client.admin().checkpoint(on.one, CheckpointRequest.Action.LIST, ""));
    all.put("clusterView", on -> on.client.clusterView());
    return all;
  }

  private static Map<String, Asking> ofFiles() {
    Map<String, Asking> all = new LinkedHashMap<>();
    all.put("stat", on -> on.small.stat());
    all.put("setAttributes", on -> on.small.setAttributes(AttributeChange.ofSize(1)));
    all.put(
        "setAttributes of another",
        on -> on.small.setAttributes(Caller.ROOT, AttributeChange.ofMode(0600)));
    all.put("read", on -> on.small.read(0, bytes(10)));
    all.put("read of a large one", on -> on.large.read(0, bytes(LARGE_BYTES)));
    all.put("read through a server", on -> on.relayed.read(0, bytes(LARGE_BYTES)));
    all.put("seek", on -> on.small.seek(0, true));
    all.put("seek in a large one", on -> on.large.seek(0, false));
    all.put("seek through a server", on -> on.relayed.seek(0, true));
    all.put("setAside", on -> on.small.setAside(LARGE_BYTES));
    all.put("setAside of a large one", on -> on.large.setAside(2 * LARGE_BYTES));
    all.put("peek", on -> on.small.peek(0, bytes(1)));
    all.put("write", on -> on.small.write(0, bytes(10)));
    all.put("write that makes it large", on -> on.small.write(0, bytes(LARGE_BYTES)));
    all.put("write of a large one", on -> on.large.write(LARGE_BYTES, bytes(LARGE_BYTES)));
    all.put("write through a server", on -> on.relayed.write(0, bytes(LARGE_BYTES)));
    all.put("append", on -> on.small.append(bytes(10)));
    all.put("append to a large one", on -> on.large.append(bytes(10)));
    all.put("appendPart", on -> on.small.appendPart(bytes(10)));
    all.put("flush", on -> on.small.flush());
    all.put("flush through a server", on -> on.relayed.flush());
    all.put("sync", on -> on.small.sync());
    all.put("sync of a large one", on -> on.large.sync());
    all.put("sync through a server", on -> on.relayed.sync());
    all.put("lock", on -> on.small.lock(1, LockType.EXCLUSIVE, 0, 1, true));
    all.put("lock in time", on -> on.small.lock(1, LockType.EXCLUSIVE, 0, 1, TIMEOUT));
    all.put("unlock", on -> on.small.unlock(1, 0, 0));
    all.put("findConflict", on -> on.small.findConflict(1, LockType.SHARED, 0, 0));
    all.put("flock", on -> on.small.flock(LockType.EXCLUSIVE, true));
    all.put("funlock", on -> on.small.funlock());
    all.put("isOnVolume", on -> on.small.isOnVolume());
    all.put("cachedBytes", on -> on.large.cachedBytes());
    all.put("dropCached", on -> on.large.dropCached());
    all.put("release", on -> on.small.release());
    all.put("closeAsync", on -> on.small.closeAsync());
    all.put("closeAsync of a large one", on -> on.large.closeAsync());
    all.put("closeAsync through a server", on -> on.relayed.closeAsync());
    return all;
  }

  private static Map<String, Asking> ofXattrs() {
    Map<String, Asking> all = new LinkedHashMap<>();
    all.put("get", on -> on.small.xattrs(Caller.ROOT).get("user.a"));
    all.put("list", on -> on.small.xattrs(Caller.ROOT).list());
    all.put(
        "set", on -> on.small.xattrs(Caller.ROOT).set(new Xattr("user.b", SMALL), XattrMode.SET));
    all.put("remove", on -> on.small.xattrs(Caller.ROOT).remove("user.a"));
    return all;
  }

  /** The word before the first blank is the method's name. */
  private static Set<String> methods(Map<String, Asking> askings) {
    return askings.keySet().stream()
        .map(name -> name.split(" ", 2)[0])
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private static Set<String> futuresOf(Class<?> type) {
    return Stream.of(type.getMethods())
        .filter(method -> method.getReturnType() == CompletableFuture.class)
        .map(Method::getName)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  @Test
  void everyOperationIsTried() {
    Set<String> operations = new TreeSet<>(futuresOf(AsyncGigaClient.class));
    operations.addAll(futuresOf(AsyncAdminClient.class));
    assertThat(methods(ofClients())).isEqualTo(operations);
    assertThat(methods(ofFiles())).isEqualTo(futuresOf(OpenFile.class));
    assertThat(methods(ofXattrs())).isEqualTo(futuresOf(Xattrs.class));
  }

  /** Operations with many sequential requests would take longest. */
  @Test
  void eachOperationEndsByItsDeadline() throws Exception {
    List<String> late = new ArrayList<>();
    for (Map<String, Asking> askings : List.of(ofClients(), ofFiles(), ofXattrs())) {
      for (Map.Entry<String, Asking> asking : askings.entrySet()) {
        if (!TREE_WIDE.contains(asking.getKey())) {
          long millis = millisOf(FaultKind.ALL_ARE_SLOW, List.of(asking.getValue()));
          if (millis > TIMEOUT.toMillis() + GRACE_MILLIS) {
            late.add(asking.getKey() + " took " + millis + " ms");
          }
        }
      }
    }
    assertThat(late).isEmpty();
  }

  /** Calls also wait for each other: one file has only one call at a server at a time. */
  @ParameterizedTest
  @EnumSource
  void concurrentOperationsEndByTheirDeadline(FaultKind fault) throws Exception {
    Map<String, Asking> clients = ofClients();
    if (fault == FaultKind.ALL_ARE_SLOW) {
      clients.keySet().removeAll(TREE_WIDE);
    }
    List<Asking> all = new ArrayList<>(clients.values());
    all.addAll(ofXattrs().values());
    all.addAll(ofFiles().values());
    assertThat(millisOf(fault, all)).isLessThanOrEqualTo(TIMEOUT.toMillis() + GRACE_MILLIS);
  }

  /** The time that calls take which begin after the fault. */
  private long millisOf(FaultKind fault, List<Asking> askings) throws Exception {
    SimulatedCluster cluster =
        SimulatedCluster.Setup.seeded(1)
            .withServers(3, 8)
            .withSplitThreshold(1_000)
            .withInlineLimit(4_096)
            .start(directory);
    cluster.addVolume("v");
    Simulation simulation = cluster.simulation();
    simulation.runMillis(1_000);
    SimulatedClient direct = cluster.client(TIMEOUT);
    AsyncGigaClient client = direct.async();
    simulation.await(client.makeDirectory(path("/d"), 0755));
    simulation.await(client.makeDirectory(path("/d/sub"), 0755));
    simulation.await(client.symlink("small".getBytes(StandardCharsets.UTF_8), path("/d/link")));
    simulation.await(client.writeFile(path("/d/small"), 0644, SMALL, false));
    simulation.await(
        client.setXattr(path("/d/small"), new Xattr("user.a", SMALL), XattrMode.SET, Follow.YES));
    simulation.await(client.writeFile(path("/d/large"), 0644, new byte[LARGE_BYTES], false));
    OpenOptions both = OpenOptions.of(Flag.READ, Flag.WRITE);
    OpenFile small = simulation.await(client.open(path("/d/small"), both));
    OpenFile large = simulation.await(client.open(path("/d/large"), both));
    AsyncGigaClient other = cluster.client(TIMEOUT, DataPath.SERVER).async();
    OpenFile relayed = simulation.await(other.open(path("/d/large"), both));
    // Unflushed bytes, so that other calls have to wait for them.
    simulation.await(small.write(0, bytes(5)));
    simulation.await(large.write(0, bytes(5)));
    simulation.await(relayed.write(0, bytes(5)));
    InodeId inode = simulation.await(client.stat(path("/d"))).inode();
    ServerInfo one = cluster.view().ownerOf(inode, PartitionIndex.ZEROTH);
    SimulatedServer server =
        cluster.servers().stream()
            .filter(candidate -> candidate.info().id().equals(one.id()))
            .findFirst()
            .orElseThrow();
    fault.begin(cluster, server);
    Ground ground = new Ground(client, one, small, large, relayed);
    long begin = simulation.nowNanos();
    List<CompletableFuture<?>> calls = new ArrayList<>();
    for (Asking asking : askings) {
      calls.add(asking.begin(ground));
    }
    simulation.runUntil("all calls end", () -> calls.stream().allMatch(CompletableFuture::isDone));
    long millis = Duration.ofNanos(simulation.nowNanos() - begin).toMillis();
    direct.kill();
    return millis;
  }

  /** A listing in progress and its pages. */
  @Test
  void listingPagesEndByTheirDeadline() throws Exception {
    SimulatedCluster cluster =
        SimulatedCluster.Setup.seeded(2).withServers(3, 8).withSplitThreshold(4).start(directory);
    Simulation simulation = cluster.simulation();
    AsyncGigaClient client = cluster.client(TIMEOUT).async();
    simulation.await(client.makeDirectory(path("/d"), 0755));
    for (int i = 0; i < 60; i++) {
      simulation.await(client.create(path("/d/f" + i), 0644, true));
    }
    simulation.runMillis(5_000);
    OpenDirectory opened = simulation.await(client.openDirectory(path("/d"), true));
    FaultKind.ALL_HANG.begin(cluster, cluster.server(0));
    long begin = simulation.nowNanos();
    CompletableFuture<?> page = opened.list(Position.FIRST, true).nextPage();
    simulation.runUntil("the page fails", page::isDone);
    assertThat(Duration.ofNanos(simulation.nowNanos() - begin).toMillis())
        .isLessThanOrEqualTo(TIMEOUT.toMillis() + GRACE_MILLIS);
  }

  /** Written bytes must not be lost because the call that flushes them has little time left. */
  @Test
  void lateCallStillFlushesAllWrittenBytes() throws Exception {
    SimulatedCluster cluster =
        SimulatedCluster.Setup.seeded(3).withServers(1, 8).withInlineLimit(4_096).start(directory);
    Simulation simulation = cluster.simulation();
    AsyncGigaClient client = cluster.client(TIMEOUT).async();
    simulation.await(client.writeFile(path("/f"), 0644, SMALL, false));
    OpenFile file =
        simulation.await(client.open(path("/f"), OpenOptions.of(Flag.READ, Flag.WRITE)));
    cluster
        .network()
        .setFaults(packet -> packet.from().startsWith("s") ? Fate.delayed(1_000) : Fate.ARRIVES);
    List<CompletableFuture<?>> before = new ArrayList<>();
    for (int i = 0; i < 40; i++) {
      before.add(file.setAttributes(Caller.ROOT, AttributeChange.ofMode(0600 + i % 8)));
    }
    simulation.runMillis(200);
    CompletableFuture<Void> write = file.write(0, ByteBuffer.wrap(new byte[] {7, 7, 7}));
    CompletableFuture<FileAttributes> late = file.stat();
    simulation.await(write);
    assertThat(late).isNotDone();
    simulation.runUntil("the call ends", late::isDone);
    cluster.network().setFaults(packet -> Fate.ARRIVES);
    simulation.runUntil("all end", () -> before.stream().allMatch(CompletableFuture::isDone));
    simulation.await(file.flush());
    assertThat(simulation.await(cluster.client(TIMEOUT).async().readFile(path("/f"))))
        .startsWith(7, 7, 7);
  }
}
