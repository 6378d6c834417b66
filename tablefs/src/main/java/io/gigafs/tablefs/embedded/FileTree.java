package io.gigafs.tablefs.embedded;

import io.gigafs.tablefs.Attributes;
import io.gigafs.tablefs.Batch;
import io.gigafs.tablefs.EntryKey;
import io.gigafs.tablefs.EntryRange;
import io.gigafs.tablefs.FileType;
import io.gigafs.tablefs.NameOrder;
import io.gigafs.tablefs.Store;
import io.gigafs.tablefs.StoreSettings;
import io.gigafs.tablefs.store.Stores;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.time.Clock;
import java.time.Instant;
import java.util.function.BiConsumer;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * A tree of files and directories in one store: attributes only, no file data, no permissions.
 *
 * <p>Paths are absolute, {@code /a/b}, with names in UTF-8; {@code .} and {@code ..} have no
 * special meaning and are refused. Changes are atomic and, with {@code Durability.ALWAYS}, durable
 * when they return. Thread-safe: changes are serialized, reads do not wait for them.
 *
 * <p>The rows are those of a cluster's node, with one partition per directory.
 */
public final class FileTree implements AutoCloseable {
  private static final long SUPER_ROOT = 1;
  private static final long ROOT = 2;
  private static final String ROOT_NAME = "root";
  private static final int DIRECTORY_MODE = 0755;

  private final Store store;
  private final Clock clock;
  private final TreeIds ids;
  private final NameOrder order = NameOrder.byHash();

  private FileTree(Store store, Clock clock) {
    this.store = store;
    this.clock = clock;
    this.ids = new TreeIds(store);
  }

  /** Opens the tree of a data directory, or creates an empty one there. */
  public static FileTree open(StoreSettings settings) {
    return over(Stores.open(settings), Clock.systemUTC());
  }

  /** A tree over a store, which it owns from now on. */
  public static FileTree over(Store store, Clock clock) {
    FileTree tree = new FileTree(store, clock);
    tree.makeRoot();
    return tree;
  }

  private void makeRoot() {
    EntryKey root = key(SUPER_ROOT, ROOT_NAME);
    if (store.getEntry(root) == null) {
      put(root, fresh(ROOT, FileType.DIRECTORY, DIRECTORY_MODE));
    }
  }

  /**
   * The attributes of a file or directory, or null if there is none.
   *
   * @throws NotDirectoryException if the path goes through something that is no directory
   */
  public @Nullable Attributes find(String path) throws IOException {
    EntryKey key = locate(TreePath.parse(path));
    return key == null ? null : store.getEntry(key);
  }

  /**
   * Passes the name and the attributes of all entries of a directory to a visitor, in hash order,
   * as they were when the call began.
   */
  public void list(String path, BiConsumer<String, Attributes> visitor) throws IOException {
    long directory = directory(TreePath.parse(path));
    store.scanEntries(
        EntryRange.of(directory),
        null,
        (key, attributes) -> {
          visitor.accept(new String(key.name(), StandardCharsets.UTF_8), attributes);
          return true;
        });
  }

  /**
   * Creates an empty file.
   *
   * @param mode permission bits
   */
  public Attributes createFile(String path, int mode) throws IOException {
    return create(path, FileType.REGULAR, mode);
  }

  /**
   * Creates an empty directory. Its parent must exist.
   *
   * @param mode permission bits
   */
  public Attributes createDirectory(String path, int mode) throws IOException {
    return create(path, FileType.DIRECTORY, mode);
  }

  private synchronized Attributes create(String path, FileType type, int mode) throws IOException {
    TreePath target = TreePath.parse(path);
    EntryKey key = target.isRoot() ? null : key(directory(target.parent()), target.name());
    if (key == null || store.getEntry(key) != null) {
      throw new FileAlreadyExistsException(path);
    }
    Attributes made = fresh(ids.next(), type, mode);
    put(key, made);
    return made;
  }

  /** Replaces the attributes of a file or directory; inode and type must not change. */
  public synchronized Attributes update(String path, UnaryOperator<Attributes> change)
      throws IOException {
    EntryKey key = existing(TreePath.parse(path));
    Attributes before = attributes(key, path);
    Attributes after = change.apply(before);
    if (after.inode() != before.inode() || after.type() != before.type()) {
      throw new IllegalArgumentException("inode and type of " + path + " cannot change");
    }
    put(key, after);
    return after;
  }

  /** Removes a file or an empty directory. */
  public synchronized void delete(String path) throws IOException {
    TreePath target = TreePath.parse(path);
    EntryKey key = existing(target);
    Attributes found = attributes(key, path);
    if (target.isRoot()) {
      throw new FileSystemException(path, null, "the root cannot be removed");
    }
    if (found.type() == FileType.DIRECTORY && !isEmpty(found.inode())) {
      throw new DirectoryNotEmptyException(path);
    }
    Batch batch = store.newBatch();
    batch.deleteEntry(key);
    store.commit(batch);
  }

  /** Moves a file or directory, with everything below it, to a path that does not exist yet. */
  public synchronized void move(String from, String to) throws IOException {
    TreePath source = TreePath.parse(from);
    TreePath target = TreePath.parse(to);
    EntryKey oldKey = existing(source);
    Attributes moved = attributes(oldKey, from);
    if (target.isRoot()) {
      throw new FileAlreadyExistsException(to);
    }
    if (source.isPrefixOf(target)) {
      throw new FileSystemException(from, to, "a directory cannot move below itself");
    }
    EntryKey newKey = key(directory(target.parent()), target.name());
    if (store.getEntry(newKey) != null) {
      throw new FileAlreadyExistsException(to);
    }
    Batch batch = store.newBatch();
    batch.deleteEntry(oldKey);
    batch.putEntry(newKey, moved);
    store.commit(batch);
  }

  /** The store below, for operations that the tree does not offer. */
  public Store store() {
    return store;
  }

  @Override
  public void close() {
    store.close();
  }

  private @Nullable EntryKey locate(TreePath path) throws IOException {
    EntryKey key = key(SUPER_ROOT, ROOT_NAME);
    for (String name : path.names()) {
      Attributes above = store.getEntry(key);
      if (above == null) {
        return null;
      }
      if (above.type() != FileType.DIRECTORY) {
        throw new NotDirectoryException(path.toString());
      }
      key = key(above.inode(), name);
    }
    return key;
  }

  private EntryKey existing(TreePath path) throws IOException {
    EntryKey key = locate(path);
    if (key == null) {
      throw new NoSuchFileException(path.toString());
    }
    return key;
  }

  private Attributes attributes(EntryKey key, String path) throws IOException {
    Attributes found = store.getEntry(key);
    if (found == null) {
      throw new NoSuchFileException(path);
    }
    return found;
  }

  private long directory(TreePath path) throws IOException {
    Attributes found = attributes(existing(path), path.toString());
    if (found.type() != FileType.DIRECTORY) {
      throw new NotDirectoryException(path.toString());
    }
    return found.inode();
  }

  private boolean isEmpty(long directory) {
    boolean[] empty = {true};
    store.scanEntries(
        EntryRange.of(directory),
        null,
        (key, attributes) -> {
          empty[0] = false;
          return false;
        });
    return empty[0];
  }

  private void put(EntryKey key, Attributes attributes) {
    Batch batch = store.newBatch();
    batch.putEntry(key, attributes);
    store.commit(batch);
  }

  private EntryKey key(long directory, String name) {
    byte[] bytes = name.getBytes(StandardCharsets.UTF_8);
    return EntryKey.of(directory, order.position(bytes), bytes);
  }

  private Attributes fresh(long inode, FileType type, int mode) {
    Instant now = clock.instant();
    long nanos = now.getEpochSecond() * 1_000_000_000L + now.getNano();
    int links = type == FileType.DIRECTORY ? 2 : 1;
    return new Attributes(inode, type, mode, 0, 0, 0, links, nanos, nanos, nanos, 0)
        .withBorn(nanos);
  }
}
