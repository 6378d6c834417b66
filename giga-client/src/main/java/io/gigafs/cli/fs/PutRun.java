package io.gigafs.cli.fs;

import io.gigafs.cli.ByteText;
import io.gigafs.cli.CommandException;
import io.gigafs.cli.data.LocalPaths;
import io.gigafs.cli.data.LocalStatus;
import io.gigafs.cli.fs.CopyRules.Preserved;
import io.gigafs.client.Follow;
import io.gigafs.client.GigaClient;
import io.gigafs.client.GigaPath;
import io.gigafs.index.Name;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.FileAttributes;
import io.gigafs.protocol.FileType;
import io.gigafs.protocol.GigaException;
import io.gigafs.protocol.namespace.Xattr;
import io.gigafs.protocol.namespace.XattrMode;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.UserDefinedFileAttributeView;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Copies local files and trees to a cluster. One thread walks, others copy; the queue is bounded.
 * Directories get their attributes when all of their contents exist. For one thread.
 */
final class PutRun {
  private static final int WINDOW = 256;
  private static final LinkOption ITSELF = LinkOption.NOFOLLOW_LINKS;
  private static final LinkOption[] FOLLOWED = {};

  private final LocalCopy run;
  private final GigaClient client;
  private final LocalCopyRules rules;
  private final CopiedAttributes attributes;
  private final FilePut files;
  private final Semaphore window = new Semaphore(WINDOW);

  /** The copies of files with several names, by their first name. */
  private final Map<Object, CompletableFuture<GigaPath>> copies = new ConcurrentHashMap<>();

  /** A directory that is being copied; done when it was listed and all of its contents are done. */
  private static final class Node {
    private final @Nullable Node parent;
    private final Path source;
    private final Operand copy;
    private final FileAttributes from;
    private final boolean made;
    private final AtomicInteger pending = new AtomicInteger(1);

    Node(@Nullable Node parent, Path source, Operand copy, FileAttributes from, boolean made) {
      this.parent = parent;
      this.source = source;
      this.copy = copy;
      this.from = from;
      this.made = made;
    }
  }

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
      putTree(from, source, destination);
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

  private void putTree(LocalStatus from, Path source, Operand destination) throws IOException {
    Node top = enter(null, from.attributes(), source, destination);
    walk(top);
    // Once all permits are acquired, no copy is in progress.
    window.acquireUninterruptibly(WINDOW);
    window.release(WINDOW);
  }

  private void walk(Node node) {
    try (DirectoryStream<Path> entries = Files.newDirectoryStream(node.source)) {
      for (Path entry : entries) {
        Operand copy = node.copy.child(Name.of(LocalPaths.name(entry)));
        var unused = run.attempt(shown(entry), copy.shown(), () -> child(node, entry, copy));
      }
    } catch (DirectoryIteratorException | IOException e) {
      run.command().complain(shown(node.source) + ": " + LocalErrors.text(e));
    }
    done(node);
  }

  private void child(Node node, Path entry, Operand copy) throws IOException {
    LocalStatus from = LocalStatus.of(entry, ITSELF);
    if (from.type() == FileType.DIRECTORY) {
      walk(enter(node, from.attributes(), entry, copy));
      return;
    }
    run.progress().expect(from.attributes().size());
    window.acquireUninterruptibly();
    node.pending.incrementAndGet();
    var unused =
        run.submit(shown(entry), copy.shown(), () -> putFile(from, entry, copy))
            .whenComplete(
                (put, thrown) -> {
                  done(node);
                  window.release();
                });
  }

  private Node enter(@Nullable Node parent, FileAttributes from, Path source, Operand copy)
      throws IOException {
    boolean made = true;
    try {
      client.makeDirectory(copy.path(), attributes.initialMode(from));
    } catch (GigaException e) {
      if (e.code() != ErrorCode.EEXIST) {
        throw e;
      }
      if (!client.stat(copy.path()).isDirectory()) {
        throw CommandException.failed(
            "cannot overwrite non-directory " + copy.shown() + " with directory " + shown(source));
      }
      made = false;
    }
    if (parent != null) {
      parent.pending.incrementAndGet();
    }
    return new Node(parent, source, copy, from, made);
  }

  /** Ends an entry of a directory; the last one ends the directory. */
  private void done(Node node) {
    for (Node at = node; at != null && at.pending.decrementAndGet() == 0; at = at.parent) {
      Node left = at;
      var unused =
          run.attempt(
              shown(left.source),
              left.copy.shown(),
              () -> {
                if (left.made) {
                  attributes.finishLocal(left.from, left.copy);
                } else {
                  attributes.preserveLocal(left.from, left.copy);
                }
                putXattrs(left.source, left.copy);
              });
    }
  }

  private void putFile(LocalStatus from, Path file, Operand copy) throws IOException {
    if (from.attributes().links() < 2 || !rules.preserves(Preserved.LINKS)) {
      putOne(from, file, copy);
      return;
    }
    CompletableFuture<GigaPath> mine = new CompletableFuture<>();
    CompletableFuture<GigaPath> first = copies.putIfAbsent(from.key(), mine);
    if (first != null) {
      linkTo(first, from, file, copy);
      return;
    }
    try {
      putOne(from, file, copy);
      mine.complete(copy.path());
    } finally {
      if (!mine.isDone()) {
        copies.remove(from.key(), mine);
        mine.completeExceptionally(ErrorCode.ENOENT.exception(copy.text()));
      }
    }
  }

  /** Links to the copy of a file that another thread copies, or has copied. */
  private void linkTo(CompletableFuture<GigaPath> first, LocalStatus from, Path file, Operand copy)
      throws IOException {
    GigaPath existing;
    try {
      existing = first.join();
    } catch (CompletionException e) {
      putFile(from, file, copy);
      return;
    }
    FileAttributes there = FileCommand.lstatIfPresent(client, copy);
    if (there != null && there.inode().equals(client.stat(existing, Follow.NO).inode())) {
      run.progress().passOverFile(from.attributes().size());
      return;
    }
    if (makeRoom(from.attributes(), file, copy, there)) {
      client.link(existing, copy.path(), Follow.NO);
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
