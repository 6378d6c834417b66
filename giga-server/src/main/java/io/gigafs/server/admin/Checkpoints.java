package io.gigafs.server.admin;

import io.gigafs.protocol.Answer;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.cluster.CheckpointRequest;
import io.gigafs.protocol.cluster.CheckpointRequest.CheckpointInfo;
import io.gigafs.protocol.cluster.CheckpointRequest.CheckpointResult;
import io.gigafs.rpc.Exchange;
import io.gigafs.server.partition.StoreErrors;
import io.gigafs.tablefs.OwnerOnly;
import io.gigafs.tablefs.Store;
import io.gigafs.tablefs.StoreException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The checkpoints of a server. Each is a directory that can replace its data directory.
 * Thread-safe.
 *
 * <p>A checkpoint is created under a temporary name and renamed when it is complete. Before the
 * next one is created, remains of interrupted creations and removals are deleted.
 */
public final class Checkpoints {
  private static final Logger LOG = LoggerFactory.getLogger(Checkpoints.class);
  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,63}");

  /** Suffix of incomplete or partly removed checkpoints; no checkpoint's name ends with it. */
  private static final String PARTIAL = "~";

  /** The store's directory within a data directory. */
  private static final String STORE = "store";

  /**
   * Number of operations whose answers are remembered for clients that lost the answer and retry.
   */
  private static final int REMEMBERED = 256;

  private final Store store;
  private final Path directory;
  private final Executor background;

  /** Used on the background thread, guarded by this. */
  private final Map<Long, Answer<CheckpointResult>> answers =
      new LinkedHashMap<>() {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Long, Answer<CheckpointResult>> eldest) {
          return size() > REMEMBERED;
        }
      };

  /**
   * The checkpoints in a directory.
   *
   * @param directory on the store's file system; created on demand
   * @param background runs creation and removal, which block
   */
  public Checkpoints(Store store, Path directory, Executor background) {
    this.store = store;
    this.directory = directory;
    this.background = background;
  }

  /** Performs the requested action. */
  void take(CheckpointRequest request, Exchange<CheckpointResult> exchange) {
    if (!request.caller().isSuperuser()) {
      exchange.answer(new Answer.Failed<>(ErrorCode.EPERM, "checkpoints are for root"));
      return;
    }
    background.execute(() -> exchange.answer(answer(request)));
  }

  private synchronized Answer<CheckpointResult> answer(CheckpointRequest request) {
    Answer<CheckpointResult> known = answers.get(request.operation());
    if (known != null) {
      return known;
    }
    Answer<CheckpointResult> answer = decide(request);
    answers.put(request.operation(), answer);
    return answer;
  }

  private Answer<CheckpointResult> decide(CheckpointRequest request) {
    if (request.action() != CheckpointRequest.Action.LIST
        && !NAME.matcher(request.name()).matches()) {
      return new Answer.Failed<>(
          ErrorCode.EINVAL,
          "a checkpoint's name is 1 to 64 letters, digits, dots, underscores and hyphens and starts"
              + " with a letter or digit, not '"
              + request.name()
              + "'");
    }
    try {
      return switch (request.action()) {
        case MAKE -> make(request.name());
        case LIST -> new Answer.Done<>(new CheckpointResult(list()));
        case REMOVE -> remove(request.name());
      };
    } catch (StoreException e) {
      LOG.error("checkpoint {}: {} failed", request.name(), request.action(), e);
      return new Answer.Failed<>(StoreErrors.codeOf(e), StoreErrors.detailOf(e));
    } catch (IOException | UncheckedIOException e) {
      LOG.error("checkpoint {}: {} failed", request.name(), request.action(), e);
      return new Answer.Failed<>(ErrorCode.EIO, directory + ": " + e);
    }
  }

  private Answer<CheckpointResult> make(String name) throws IOException {
    Path made = directory.resolve(name);
    if (Files.exists(made)) {
      return new Answer.Failed<>(
          ErrorCode.EEXIST, made + " is there already: remove it, or choose another name");
    }
    OwnerOnly.createFolders(directory);
    removePartial();
    store.checkRoom();
    Path partial = directory.resolve(name + PARTIAL);
    OwnerOnly.createFolder(partial);
    try {
      store.checkpoint(partial.resolve(STORE));
    } catch (StoreException e) {
      removeTree(partial);
      throw e;
    }
    rename(partial, made);
    LOG.info("made checkpoint {}", made);
    return new Answer.Done<>(new CheckpointResult(List.of(describe(made))));
  }

  private Answer<CheckpointResult> remove(String name) throws IOException {
    Path removed = directory.resolve(name);
    if (!Files.exists(removed)) {
      return new Answer.Failed<>(ErrorCode.ENOENT, "there is no checkpoint " + removed);
    }
    Path partial = directory.resolve(name + PARTIAL);
    removeTree(partial);
    rename(removed, partial);
    removeTree(partial);
    LOG.info("removed checkpoint {}", removed);
    return new Answer.Done<>(new CheckpointResult(List.of()));
  }

  private List<CheckpointInfo> list() throws IOException {
    List<CheckpointInfo> found = new ArrayList<>();
    for (Path path : paths()) {
      if (!path.toString().endsWith(PARTIAL)) {
        found.add(describe(path));
      }
    }
    return found;
  }

  private void removePartial() throws IOException {
    for (Path path : paths()) {
      if (path.toString().endsWith(PARTIAL)) {
        removeTree(path);
      }
    }
  }

  private List<Path> paths() throws IOException {
    if (!Files.exists(directory)) {
      return List.of();
    }
    try (Stream<Path> paths = Files.list(directory)) {
      return paths.sorted().toList();
    }
  }

  private static CheckpointInfo describe(Path path) throws IOException {
    long bytes;
    try (Stream<Path> files = Files.walk(path)) {
      bytes = files.filter(Files::isRegularFile).mapToLong(file -> file.toFile().length()).sum();
    }
    return new CheckpointInfo(
        String.valueOf(path.getFileName()),
        Files.getLastModifiedTime(path).toMillis(),
        bytes,
        path.toString());
  }

  private void rename(Path from, Path to) throws IOException {
    Files.move(from, to, StandardCopyOption.ATOMIC_MOVE);
    try (FileChannel channel = FileChannel.open(directory, StandardOpenOption.READ)) {
      channel.force(true);
    }
  }

  private static void removeTree(Path root) throws IOException {
    if (!Files.exists(root)) {
      return;
    }
    List<Path> found;
    try (Stream<Path> files = Files.walk(root)) {
      found = files.sorted(Comparator.reverseOrder()).toList();
    }
    for (Path path : found) {
      Files.delete(path);
    }
  }
}
