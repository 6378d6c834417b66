package io.gigafs.cli.fs.copy;

import io.gigafs.cli.ByteText;
import io.gigafs.cli.CommandException;
import io.gigafs.cli.data.LocalPaths;
import io.gigafs.cli.data.LocalStatus;
import io.gigafs.cli.fs.copy.CopyRules.Preserved;
import io.gigafs.cli.fs.copy.LocalSource.LocalEntry;
import io.gigafs.cli.fs.operand.FileCommand;
import io.gigafs.cli.fs.operand.Operand;
import io.gigafs.cli.fs.operand.Quoting;
import io.gigafs.client.Follow;
import io.gigafs.client.GigaClient;
import io.gigafs.client.GigaPath;
import io.gigafs.index.Name;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.FileAttributes;
import io.gigafs.protocol.FileType;
import io.gigafs.protocol.GigaException;
import io.gigafs.protocol.namespace.Xattr;
import io.gigafs.protocol.namespace.Xattr.XattrMode;
import io.gigafs.tree.LinkedCopies;
import io.gigafs.tree.TreeCopy;
import io.gigafs.tree.TreeCopy.CopySink;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.UserDefinedFileAttributeView;
import org.jspecify.annotations.Nullable;

/**
 * Copies local files and trees to a cluster. Directories get their attributes when all of their
 * contents exist. Its methods are called by several threads.
 */
final class PutRun implements CopySink<LocalEntry, Operand>, TreeCopy.Rules<LocalEntry, Operand> {
  private static final LinkOption ITSELF = LinkOption.NOFOLLOW_LINKS;
  private static final LinkOption[] FOLLOWED = {};

  private final LocalCopy run;
  private final GigaClient client;
  private final LocalCopyRules rules;
  private final CopiedAttributes attributes;
  private final FilePut files;
  private final LinkedCopies<Object, GigaPath> links = new LinkedCopies<>();

  PutRun(LocalCopy run) {
    this.run = run;
    this.client = run.client();
    this.rules = run.rules();
    this.attributes = new CopiedAttributes(client, rules.copy(), run.command().shell().identity());
    this.files = new FilePut(run, attributes);
  }

  FilePut files() {
    return files;
  }

  /** Copies one operand. */
  void put(Path source, Operand destination) throws IOException {
    LocalStatus from =
        rules.copy().followsOperands()
            ? LocalStatus.of(source, FOLLOWED)
            : LocalStatus.of(source, ITSELF);
    if (from.type() == FileType.DIRECTORY) {
      if (!rules.copy().recursive()) {
        throw CommandException.failed("-r not specified; omitting directory " + shown(source));
      }
      try (TreeCopy<LocalEntry, Operand> copy =
          new TreeCopy<>(new LocalSource(), this, this, run.pool())) {
        var unused = copy.copy(new LocalEntry(source, from), destination);
      }
      return;
    }
    if (destination.directoryOnly()) {
      throw ErrorCode.ENOTDIR.exception(destination.text());
    }
    run.progress().expect(from.attributes().size());
    run.progress().foundAll();
    putFile(from, source, destination);
  }

  static String shown(Path path) {
    return Quoting.ifNeeded(ByteText.decode(LocalPaths.bytes(path)));
  }

  @Override
  public Operand child(Operand directory, Name name) {
    return directory.child(name);
  }

  @Override
  public Made<LocalEntry> makeDirectory(LocalEntry directory, Operand copy) throws IOException {
    try {
      client.makeDirectory(copy.path(), attributes.initialMode(directory.attributes()));
      return new Made<>(directory, true);
    } catch (GigaException e) {
      if (e.code() != ErrorCode.EEXIST) {
        throw e;
      }
      if (!client.stat(copy.path()).isDirectory()) {
        throw CommandException.failed(
            "cannot overwrite non-directory "
                + copy.shown()
                + " with directory "
                + shown(directory.path()));
      }
      return new Made<>(directory, false);
    }
  }

  @Override
  public void finishDirectory(Made<LocalEntry> directory, Operand copy) throws IOException {
    LocalEntry from = directory.source();
    if (directory.isNew()) {
      attributes.finishLocal(from.attributes(), copy);
    } else {
      attributes.preserveLocal(from.attributes(), copy);
    }
    putXattrs(from.path(), copy);
  }

  @Override
  public void announce(LocalEntry file, Operand copy) {
    run.progress().expect(file.attributes().size());
  }

  @Override
  public void copy(LocalEntry file, Operand copy) throws IOException {
    putFile(file.known(), file.path(), copy);
  }

  @Override
  public void failed(LocalEntry file, Operand copy, Exception thrown) {
    run.failed(shown(file.path()), copy.shown(), thrown);
  }

  @Override
  public void unlisted(LocalEntry directory, Operand copy, IOException thrown) {
    run.command().complain(shown(directory.path()) + ": " + LocalErrors.text(thrown));
  }

  private void putFile(LocalStatus from, Path file, Operand copy) throws IOException {
    if (from.attributes().links() < 2 || !rules.preserves(Preserved.LINKS)) {
      putOne(from, file, copy);
      return;
    }
    links.make(
        from.key(),
        copy.path(),
        () -> putOne(from, file, copy),
        first -> linkTo(first, from, file, copy));
  }

  private void linkTo(GigaPath first, LocalStatus from, Path file, Operand copy)
      throws IOException {
    FileAttributes there = FileCommand.lstatIfPresent(client, copy);
    if (there != null && there.inode().equals(client.stat(first, Follow.NO).inode())) {
      run.progress().passOverFile(from.attributes().size());
      return;
    }
    if (makeRoom(from.attributes(), file, copy, there)) {
      client.link(first, copy.path(), Follow.NO);
      run.copied(shown(file), copy.shown());
    }
  }

  private void putOne(LocalStatus status, Path file, Operand copy) throws IOException {
    FileAttributes from = status.attributes();
    if (from.type() == FileType.REGULAR) {
      if (files.put(from, file, copy)) {
        putXattrs(file, copy);
      }
      return;
    }
    if (!rules.copy().recursive() && from.type() != FileType.SYMLINK) {
      throw CommandException.failed("-r not specified; omitting special file " + shown(file));
    }
    FileAttributes there = FileCommand.lstatIfPresent(client, copy);
    byte[] target =
        from.type() == FileType.SYMLINK
            ? LocalPaths.bytes(Files.readSymbolicLink(file))
            : new byte[0];
    if (!isSameLink(from, there, copy, target)) {
      if (!makeRoom(from, file, copy, there)) {
        return;
      }
      if (from.type() == FileType.SYMLINK) {
        client.symlink(target, copy.path());
      } else {
        client.makeNode(copy.path(), from.type(), attributes.initialMode(from), from.device());
      }
    }
    attributes.finishLocal(from, copy);
    run.copied(shown(file), copy.shown());
  }

  private boolean isSameLink(
      FileAttributes from, @Nullable FileAttributes there, Operand copy, byte[] target)
      throws IOException {
    return from.type() == FileType.SYMLINK
        && there != null
        && there.type() == FileType.SYMLINK
        && java.util.Arrays.equals(client.readLink(copy.path()), target);
  }

  /** Removes an existing file; false if it is kept. */
  private boolean makeRoom(
      FileAttributes from, Path file, Operand copy, @Nullable FileAttributes there)
      throws IOException {
    if (there == null) {
      return true;
    }
    FilePut.checkKind(file, there, copy);
    if (rules.keeps(from, there)) {
      return false;
    }
    client.unlink(copy.path());
    return true;
  }

  /** Copies attributes of the user namespace: Java sees no others. */
  private void putXattrs(Path file, Operand copy) throws IOException {
    if (!rules.preserves(Preserved.XATTR)) {
      return;
    }
    UserDefinedFileAttributeView view =
        Files.getFileAttributeView(file, UserDefinedFileAttributeView.class);
    for (String name : view.list()) {
      ByteBuffer value = ByteBuffer.allocate(view.size(name));
      view.read(name, value);
      client.setXattr(
          copy.path(), new Xattr("user." + name, value.array()), XattrMode.SET, Follow.YES);
    }
  }
}
