package io.gigafs.cli.adopt;

import io.gigafs.protocol.FileType;
import io.gigafs.protocol.namespace.Xattr;
import io.gigafs.volume.StorageEntry;
import io.gigafs.volume.StoredTree;
import io.gigafs.volume.Volume;
import io.gigafs.volume.VolumeException;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A tree on storage that a kind of volume reads. Such storage has no ctime, so the mtime is used,
 * no links, and one name for each file. Paths are relative to the tree's top.
 */
final class VolumeTree implements SourceTree {
  private static final SourceFile.Id ONE_NAME = new SourceFile.Id(0, 0);

  private final StoredTree stored;

  VolumeTree(StoredTree stored) {
    this.stored = stored;
  }

  @Override
  public SourceFile root() throws IOException {
    SourceFile root = source(stored.file(""));
    if (root.type() != FileType.DIRECTORY) {
      throw new IOException("it is no directory");
    }
    return root;
  }

  private static SourceFile source(StorageEntry file) {
    boolean isDirectory = file.kind() == StorageEntry.Kind.DIRECTORY;
    return new SourceFile(
        file.path(),
        isDirectory ? FileType.DIRECTORY : FileType.REGULAR,
        file.mode(),
        file.hasAcl(),
        file.uid(),
        file.gid(),
        file.size(),
        1,
        file.accessedNanos(),
        file.modifiedNanos(),
        file.modifiedNanos(),
        0,
        ONE_NAME);
  }

  @Override
  public boolean isVolume(SourceFile directory) throws IOException {
    try {
      stored.file(directory.path() + "/" + Volume.MARK);
      return true;
    } catch (VolumeException e) {
      if (e.kind() == VolumeException.Kind.NOT_FOUND) {
        return false;
      }
      throw e;
    }
  }

  @Override
  public void list(SourceFile directory, Visitor visitor) throws IOException {
    stored.list(
        directory.path(),
        file -> {
          if (file.kind() == StorageEntry.Kind.OTHER) {
            visitor.unusable(file.path(), "it is neither a file nor a directory");
          } else {
            visitor.found(file.name(), source(file));
          }
          return visitor.goesOn();
        });
  }

  @Override
  public List<Xattr> xattrs(SourceFile file) throws IOException {
    Map<String, byte[]> found = new HashMap<>(stored.xattrs(file.path()));
    if (file.mayHaveAcl()) {
      found.putAll(stored.acls(file.path()));
    }
    return found.entrySet().stream()
        .filter(xattr -> KeptXattrs.has(xattr.getKey()))
        .map(xattr -> new Xattr(xattr.getKey(), xattr.getValue()))
        .toList();
  }

  @Override
  public byte[] target(SourceFile link) throws IOException {
    throw new IOException(link.path() + " is not a link");
  }

  @Override
  public void close() {
    stored.close();
  }
}
