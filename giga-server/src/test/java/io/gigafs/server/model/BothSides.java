package io.gigafs.server.model;

import io.gigafs.client.AsyncGigaClient;
import io.gigafs.client.Follow;
import io.gigafs.client.OpenFile;
import io.gigafs.client.PathException;
import io.gigafs.index.InodeId;
import io.gigafs.model.ModelFile;
import io.gigafs.model.PosixModel;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.FileAttributes;
import io.gigafs.protocol.FileType;
import io.gigafs.protocol.GigaException;
import io.gigafs.protocol.lease.DelegatedRequest;
import io.gigafs.protocol.namespace.AttributeChange;
import io.gigafs.protocol.namespace.ListedEntry;
import io.gigafs.protocol.namespace.Xattr;
import io.gigafs.server.SimulatedClient;
import io.gigafs.server.SimulatedCluster;
import io.gigafs.server.Simulation;
import io.gigafs.server.model.ModelStep.Handles;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A cluster with some clients, and the model; each step is executed on both. */
final class BothSides {
  static final int CLIENTS = 4;

  private final Simulation simulation;
  private final SimulatedCluster cluster;
  private final List<AsyncGigaClient> clients = new ArrayList<>();
  private final Handles<OpenFile> files = new Handles<>();
  private final PosixModel model;
  private final Handles<ModelFile> modelFiles = new Handles<>();
  private final ModelComparison answers;
  private long stepStartNanos;
  private String lastAnswer = "";

  /** The answer of one side: a value or an error. */
  private record StepAnswer(@Nullable Object value, @Nullable ErrorCode error) {
    @Override
    public String toString() {
      return error != null
          ? error.toString()
          : value == null ? "done" : ModelComparison.text(value);
    }
  }

  /** A request to the cluster. */
  private interface Question<T> {
    CompletableFuture<T> ask();
  }

  BothSides(SimulatedCluster cluster) throws GigaException {
    this.cluster = cluster;
    this.simulation = cluster.simulation();
    this.answers = new ModelComparison();
    cluster.setClocksRight();
    for (int i = 0; i < CLIENTS; i++) {
      SimulatedClient client = cluster.client();
      clients.add(client.async());
    }
    this.stepStartNanos = cluster.wallNanos();
    this.model = new PosixModel(() -> stepStartNanos);
    openRoot();
  }

  /** Both roots start equal, with all permissions. */
  private void openRoot() throws GigaException {
    AttributeChange change = AttributeChange.restoring(0777, 0, 0, 0, 0, 0);
    simulation.await(clients.get(0).setAttributes(RandomSteps.on("/"), change));
    model.setAttributes("/", change, Follow.YES);
  }

  /** The existing paths, by the model. */
  Map<String, FileAttributes> tree() {
    return model.tree();
  }

  /** The expected answer to the last step. */
  String lastAnswer() {
    return lastAnswer;
  }

  /**
   * A difference between the two sides.
   *
   * @param paths the affected paths
   */
  record Difference(List<String> paths, String what) {}

  /** Executes a step on both sides; returns the difference, or null. */
  @Nullable Difference play(ModelStep step) {
    begin();
    if (step.kind() == Kind.QUOTA) {
      simulation.runMillis(TimeUnit.NANOSECONDS.toMillis(PosixModel.REMOVAL_NANOS));
    }
    StepAnswer got =
        answerOf(
            () ->
                await(
                    () ->
                        step.onCluster().run(clients.get(step.client()).as(step.caller()), files)));
    end(step.kind());
    if (isNotBuilt(step.kind(), got.error)) {
      return null;
    }
    Map<String, FileAttributes> before = renames(step) ? model.tree() : Map.of();
    model.forgetAlternatives();
    model.countRemoved(got.error == ErrorCode.EDQUOT);
    PosixModel user = model.as(step.caller()).from(step.client());
    StepAnswer expected = answerOf(() -> step.onModel().run(user, modelFiles));
    lastAnswer = expected.toString();
    boolean isAlternative =
        expected.error != null && got.error != null && model.alternatives().contains(got.error);
    if (expected.error != got.error && !isAlternative) {
      return new Difference(step.paths(), "answered " + got + ", should be " + expected);
    }
    if (renames(step)) {
      noteRenamed(before);
    }
    String difference =
        step.kind() == Kind.HANDLE
            ? answers.differenceByHandle(expected.value, got.value)
            : answers.difference(expected.value, got.value);
    return difference == null ? null : new Difference(step.paths(), "answered: " + difference);
  }

  /** Handles of directories support few operations. */
  private static boolean isNotBuilt(Kind kind, @Nullable ErrorCode error) {
    return (kind == Kind.HANDLE || kind == Kind.LOCK) && error == ErrorCode.EOPNOTSUPP;
  }

  private static boolean renames(ModelStep step) {
    return step.kind() == Kind.RENAME || step.kind() == Kind.EXCHANGE;
  }

  /** A file whose ctime changed but not its link count was renamed. */
  private void noteRenamed(Map<String, FileAttributes> before) {
    Map<InodeId, FileAttributes> now = new HashMap<>();
    model.tree().values().forEach(each -> now.put(each.inode(), each));
    for (FileAttributes old : before.values()) {
      FileAttributes renamed = now.get(old.inode());
      if (renamed != null
          && renamed.links() == old.links()
          && renamed.changedNanos() != old.changedNanos()) {
        answers.noteRenamed(old.inode(), old.changedNanos(), renamed.changedNanos());
      }
    }
  }

  private interface Asked {
    @Nullable Object run() throws GigaException;
  }

  private static StepAnswer answerOf(Asked asked) {
    try {
      return new StepAnswer(asked.run(), null);
    } catch (GigaException e) {
      return new StepAnswer(null, e.code());
    }
  }

  private <T> T await(Question<T> question) throws GigaException {
    try {
      return simulation.await(question.ask());
    } catch (PathException e) {
      throw e.asFailure();
    }
  }

  private void begin() {
    simulation.runMillis(1);
    stepStartNanos = cluster.wallNanos();
  }

  private void end() {
    answers.stepTook(stepStartNanos, cluster.wallNanos());
  }

  /**
   * Files that a client created under a delegation have the server's time as the client knows it,
   * which may be ahead by this much.
   */
  private void end(Kind kind) {
    boolean mayBeAhead = kind == Kind.FILES || kind == Kind.OPEN;
    answers.stepTook(
        stepStartNanos, cluster.wallNanos() + (mayBeAhead ? DelegatedRequest.MAX_AHEAD_NANOS : 0));
  }

  /** Compares everything on both sides; returns the difference, or null. */
  @Nullable Difference compareTrees() throws GigaException {
    begin();
    Map<String, Object> found = new TreeMap<>();
    lookAt("", found);
    end();
    Map<String, Object> expected = new TreeMap<>();
    lookAtModel("", expected);
    for (String path : found.keySet()) {
      if (!expected.containsKey(path)) {
        return difference(path, "is there, but should not be");
      }
    }
    for (Map.Entry<String, Object> each : expected.entrySet()) {
      if (!found.containsKey(each.getKey())) {
        return difference(each.getKey(), "is not there, but should be");
      }
      String difference =
          answers.difference(each.getValue(), Objects.requireNonNull(found.get(each.getKey())));
      if (difference != null) {
        return difference(each.getKey(), difference);
      }
    }
    return null;
  }

  /** A key is a path, a space and the kind of comparison. */
  private static Difference difference(String lookedAt, String what) {
    return new Difference(
        List.of(lookedAt.substring(0, lookedAt.indexOf(' '))),
        "in the whole tree " + lookedAt + ": " + what);
  }

  /** Everything below a path, with keys that name the comparison. */
  private void lookAt(String path, Map<String, Object> found) throws GigaException {
    AsyncGigaClient client = clients.get(0);
    Map<String, ListedEntry> listed =
        await(
            () ->
                client
                    .list(RandomSteps.on(path + "/"), true)
                    .thenCompose(listing -> RandomSteps.rest(listing, new TreeMap<>())));
    for (Map.Entry<String, ListedEntry> entry : listed.entrySet()) {
      String child = path + "/" + entry.getKey();
      FileAttributes attributes = Objects.requireNonNull(entry.getValue().attributes());
      found.put(child + " listed", attributes);
      for (Xattr each : await(() -> client.listXattrs(RandomSteps.on(child), Follow.NO))) {
        found.put(child + " xattr " + each.name(), each.value());
      }
      if (attributes.type() == FileType.SYMLINK) {
        found.put(child + " target", await(() -> client.readLink(RandomSteps.on(child))));
      }
      if (attributes.isDirectory()) {
        lookAt(child, found);
      }
      if (attributes.type() == FileType.REGULAR) {
        found.put(child + " bytes", await(() -> client.readFile(RandomSteps.on(child))));
      }
      found.put(child + " stat", await(() -> client.stat(RandomSteps.on(child), Follow.NO)));
    }
  }

  private void lookAtModel(String path, Map<String, Object> found) throws GigaException {
    for (Map.Entry<String, FileAttributes> entry : model.list(path + "/").entrySet()) {
      String child = path + "/" + entry.getKey();
      FileAttributes attributes = entry.getValue();
      found.put(child + " listed", attributes);
      for (String name : model.listXattrs(child, Follow.NO)) {
        found.put(child + " xattr " + name, model.getXattr(child, name, Follow.NO));
      }
      if (attributes.type() == FileType.SYMLINK) {
        found.put(child + " target", model.readLink(child));
      }
      if (attributes.isDirectory()) {
        lookAtModel(child, found);
      }
      if (attributes.type() == FileType.REGULAR) {
        found.put(child + " bytes", model.readFile(child));
      }
      found.put(child + " stat", model.stat(child, Follow.NO));
    }
  }
}
