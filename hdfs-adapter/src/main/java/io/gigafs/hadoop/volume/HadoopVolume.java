package io.gigafs.hadoop.volume;

import io.gigafs.time.FileTimestamp;
import io.gigafs.volume.FileSystemId;
import io.gigafs.volume.ObjectStatus;
import io.gigafs.volume.Volume;
import io.gigafs.volume.Volume.DataBlock;
import io.gigafs.volume.Volume.ObjectOwner;
import io.gigafs.volume.Volume.VolumeAbilities;
import io.gigafs.volume.Volume.VolumeSpace;
import io.gigafs.volume.VolumeException;
import io.gigafs.volume.VolumeException.Kind;
import io.gigafs.volume.VolumeObject;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.BlockLocation;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileContext;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.FsStatus;
import org.apache.hadoop.fs.LocatedFileStatus;
import org.apache.hadoop.fs.Options;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.PathIsNotEmptyDirectoryException;
import org.apache.hadoop.fs.RemoteIterator;
import org.apache.hadoop.ipc.RemoteException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A directory of a Hadoop file system. Objects belong to the user of this process, who alone can
 * read and write them: the file system identifies users by name, and Giga by id.
 */
final class HadoopVolume implements Volume {
  private static final Logger LOG = LoggerFactory.getLogger(HadoopVolume.class);

  /** How many directories may be removed in a row during a listing. */
  private static final int MAX_REMOVED = 10_000;

  private final FileSystem files;
  private final ObjectPaths paths;
  private final Configuration conf;
  private final HdfsMarkFile mark;
  private final VolumeFailures failures;

  HadoopVolume(
      FileSystem files, Path root, Configuration conf, HdfsMarkFile mark, VolumeFailures failures) {
    this.files = files;
    this.paths = new ObjectPaths(files.makeQualified(root));
    this.conf = conf;
    this.mark = mark;
    this.failures = failures;
  }

  FileSystem files() {
    return files;
  }

  VolumeFailures failures() {
    return failures;
  }

  Path at(String path) {
    return paths.at(path);
  }

  /** Runs an action; its not-found errors count only if the volume exists. */
  private <T> T attempt(String verb, String path, VolumeFailures.Action<T> action)
      throws VolumeException {
    try {
      return failures.attempt(verb, path, action);
    } catch (VolumeException e) {
      if (e.kind() == Kind.NOT_FOUND) {
        failures.attempt(verb, path, this::checkedRoot);
      }
      throw e;
    }
  }

  private Path checkedRoot() throws IOException {
    mark.check();
    return paths.root();
  }

  @Override
  public VolumeObject create(String path, ObjectOwner owner) throws VolumeException {
    return attempt(
        "create",
        path,
        () -> {
          mark.check();
          FSDataOutputStream made = files.create(at(path), false);
          return new HadoopObject(this, path, made, true);
        });
  }

  @Override
  public VolumeObject open(String path, boolean writes) throws VolumeException {
    status(path);
    return new HadoopObject(this, path, null, writes);
  }

  @Override
  public ObjectStatus status(String path) throws VolumeException {
    return attempt("look at", path, () -> statusOf(files.getFileStatus(at(path))));
  }

  static ObjectStatus statusOf(FileStatus status) {
    return new ObjectStatus(
        status.getLen(), FileTimestamp.nearest(Instant.ofEpochMilli(status.getModificationTime())));
  }

  @Override
  public void truncate(String path, long size) throws VolumeException {
    try (VolumeObject object = open(path, true)) {
      object.truncate(size);
      object.sync();
    }
  }

  @Override
  public void chown(String path, ObjectOwner owner) {
    // objects have no owners of their own, see abilities
  }

  @Override
  public boolean delete(String path) throws VolumeException {
    return attempt(
        "delete",
        path,
        () -> {
          mark.check();
          if (!files.delete(at(path), false)) {
            return false;
          }
          deleteEmptyAbove(at(path));
          return true;
        });
  }

  private void deleteEmptyAbove(Path object) throws IOException {
    Path directory = object.getParent();
    while (directory != null && !directory.equals(paths.root())) {
      try {
        if (!files.delete(directory, false)) {
          return;
        }
      } catch (PathIsNotEmptyDirectoryException e) {
        return;
      } catch (RemoteException e) {
        if (e.unwrapRemoteException() instanceof PathIsNotEmptyDirectoryException) {
          return;
        }
        throw e;
      }
      directory = directory.getParent();
    }
  }

  @Override
  public void move(String from, String to) throws VolumeException {
    attempt(
        "move",
        from,
        () -> {
          files.mkdirs(at(to).getParent());
          FileContext.getFileContext(files.getUri(), conf).rename(at(from), at(to));
          deleteEmptyAbove(at(from));
          return to;
        });
  }

  /** Atomically replaces an object by another one. */
  void replace(Path object, Path by) throws IOException {
    FileContext.getFileContext(files.getUri(), conf).rename(by, object, Options.Rename.OVERWRITE);
  }

  /** The file system's own log contains each new path. */
  @Override
  public void syncPath(String path) throws VolumeException {
    status(path);
  }

  @Override
  public void list(ObjectVisitor visitor) throws VolumeException {
    attempt(
        "list",
        "",
        () -> {
          mark.check();
          RemoteIterator<LocatedFileStatus> all = files.listFiles(paths.root(), true);
          while (hasNext(all)) {
            FileStatus found = all.next();
            String path = paths.of(found.getPath());
            if (!path.startsWith(HIDDEN)) {
              visitor.visit(path, statusOf(found));
            }
          }
          mark.check();
          return paths.root();
        });
  }

  /**
   * A directory that is removed while it is listed counts as empty. An iterator that reports this
   * without end is abandoned: a listing is complete, or it fails.
   */
  private static boolean hasNext(RemoteIterator<LocatedFileStatus> all) throws IOException {
    for (int removed = 0; removed < MAX_REMOVED; removed++) {
      try {
        return all.hasNext();
      } catch (FileNotFoundException e) {
        LOG.debug("a directory was removed while it was listed", e);
      }
    }
    return all.hasNext();
  }

  @Override
  public VolumeSpace space() throws VolumeException {
    return attempt(
        "report its space",
        "",
        () -> {
          mark.check();
          FsStatus status = files.getStatus(paths.root());
          FileSystemId id = new FileSystemId(files.getUri().hashCode());
          return new VolumeSpace(status.getCapacity(), status.getRemaining(), 0, id);
        });
  }

  @Override
  public List<DataBlock> blocks(String path) throws VolumeException {
    return attempt(
        "report the blocks of",
        path,
        () -> {
          List<DataBlock> blocks = new ArrayList<>();
          for (BlockLocation found : files.getFileBlockLocations(at(path), 0, Long.MAX_VALUE)) {
            blocks.add(new DataBlock(found.getOffset(), found.getLength(), copies(found)));
          }
          blocks.sort(Comparator.comparingLong(DataBlock::offset));
          return blocks;
        });
  }

  private static List<DataBlock.Copy> copies(BlockLocation block) throws IOException {
    String[] hosts = block.getHosts();
    String[] names = block.getNames();
    String[] racks = block.getTopologyPaths();
    Set<String> inMemory = new HashSet<>(Arrays.asList(block.getCachedHosts()));
    List<DataBlock.Copy> copies = new ArrayList<>();
    for (int i = 0; i < hosts.length; i++) {
      copies.add(
          new DataBlock.Copy(
              i < names.length ? names[i] : hosts[i],
              hosts[i],
              i < racks.length ? racks[i] : "",
              inMemory.contains(hosts[i])));
    }
    return copies;
  }

  /** A write within an object copies it; owners are names there. */
  @Override
  public VolumeAbilities abilities() {
    return new VolumeAbilities(false, false);
  }

  @Override
  public void close() {
    try {
      files.close();
    } catch (IOException e) {
      LOG.warn("{} was not closed cleanly", paths.root(), e);
    }
  }
}
