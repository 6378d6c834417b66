package io.gigafs.cli.fs.copy;

import io.gigafs.cli.CommandException;
import io.gigafs.cli.data.ByteCopy;
import io.gigafs.cli.data.ByteSource;
import io.gigafs.cli.data.ClusterFile;
import io.gigafs.cli.data.LocalFile;
import io.gigafs.cli.data.PartName;
import io.gigafs.cli.fs.copy.CopyRules.Preserved;
import io.gigafs.cli.fs.operand.CanonicalPath;
import io.gigafs.cli.fs.operand.FileCommand;
import io.gigafs.cli.fs.operand.Operand;
import io.gigafs.client.GigaClient;
import io.gigafs.client.OpenOptions;
import io.gigafs.client.OpenOptions.Flag;
import io.gigafs.index.Name;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.FileAttributes;
import io.gigafs.protocol.FileType;
import io.gigafs.protocol.namespace.AttributeChange;
import io.gigafs.protocol.namespace.RenameMode;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Copies local bytes to files of a cluster: small files directly, in two requests, large ones under
 * a temporary name until they are complete. Safe for use by several threads.
 */
final class FilePut {
  /** Usually larger than the inline limit of the servers. */
  private static final int SMALL_BYTES = 128 << 10;

  private final LocalCopy run;
  private final GigaClient client;
  private final LocalCopyRules rules;
  private final CopiedAttributes attributes;

  FilePut(LocalCopy run, CopiedAttributes attributes) {
    this.run = run;
    this.client = run.client();
    this.rules = run.rules();
    this.attributes = attributes;
  }

  /** Refuses to replace a directory by a file. */
  static void checkKind(Path file, FileAttributes there, Operand copy) {
    if (there.isDirectory()) {
      throw CommandException.failed(
          "cannot overwrite directory "
              + copy.shown()
              + " with non-directory "
              + PutRun.shown(file));
    }
  }

  /** Copies a regular file; returns whether the copy is complete. */
  boolean put(FileAttributes from, Path file, Operand copy) throws IOException {
    boolean isSmall = from.size() <= SMALL_BYTES;
    boolean mayStay = rules.resumes() || rules.keepsAll() || rules.copy().newerOnly();
    Operand target = copy;
    FileAttributes there = null;
    if (!isSmall || mayStay) {
      target = target(copy);
      there = FileCommand.lstatIfPresent(client, target);
    }
    if (there != null) {
      checkKind(file, there, copy);
      if (rules.isThere(from, there)) {
        run.progress().passOverFile(from.size());
        attributes.preserveLocal(from, target);
        return true;
      }
      if (rules.keeps(from, there)) {
        return false;
      }
    }
    try (LocalFile source = LocalFile.open(file, StandardOpenOption.READ)) {
      if (isSmall) {
        putSmall(from, source, target);
      } else {
        putLarge(from, file, source, target, there);
      }
    }
    run.copied(PutRun.shown(file), copy.shown());
    return true;
  }

  /** The target of an existing link, which is written through. */
  private Operand target(Operand copy) throws IOException {
    FileAttributes there = FileCommand.lstatIfPresent(client, copy);
    return there != null && there.type() == FileType.SYMLINK
        ? Operand.parse(new CanonicalPath(client, true).of(copy))
        : copy;
  }

  private void putSmall(FileAttributes from, LocalFile source, Operand target) throws IOException {
    ByteBuffer bytes = ByteBuffer.allocate(SMALL_BYTES + 1);
    int length = source.read(0, bytes);
    if (length > SMALL_BYTES) {
      // The file has grown since its size was read.
      putInPlace(from, source, target);
    } else {
      putBytes(from, Arrays.copyOf(bytes.array(), length), target);
    }
    attributes.finishLocal(from, target);
  }

  private void putBytes(FileAttributes from, byte[] bytes, Operand target) throws IOException {
    client.writeFile(target.path(), attributes.initialMode(from), bytes, rules.syncs());
    run.progress().addBytes(bytes.length);
  }

  private void putInPlace(FileAttributes from, ByteSource source, Operand target)
      throws IOException {
    OpenOptions options = OpenOptions.of(Flag.WRITE, Flag.CREATE, Flag.TRUNCATE);
    int mode = attributes.initialMode(from);
    try (ClusterFile out = ClusterFile.open(client, target.path(), options.withMode(mode))) {
      run.bytes().copyFile(source, out, 0);
      if (rules.syncs()) {
        out.sync();
      }
    }
  }

  private void putLarge(
      FileAttributes from,
      Path file,
      LocalFile source,
      Operand target,
      @Nullable FileAttributes there)
      throws IOException {
    String identity =
        file.toAbsolutePath().normalize() + ":" + from.size() + ":" + from.modifiedNanos();
    putPart(from, source, target, there, identity);
  }

  private void putPart(
      FileAttributes from,
      ByteSource source,
      Operand target,
      @Nullable FileAttributes there,
      String identity)
      throws IOException {
    if (there != null && there.type() != FileType.REGULAR) {
      throw CommandException.failed(target.shown() + ": not a regular file");
    }
    Name name = Name.of(PartName.of(target.path().name().bytes(), identity));
    Operand part = Operand.of(target.path().parent().child(name));
    boolean whole = false;
    try {
      fill(from, source, part);
      attributes.finishLocal(from, part);
      if (there != null && !rules.preserves(Preserved.MODE)) {
        client.setAttributes(part.path(), AttributeChange.ofMode(there.mode()));
      }
      client.rename(part.path(), target.path(), RenameMode.REPLACE);
      whole = true;
    } finally {
      if (!whole) {
        dropSmall(part);
      }
    }
  }

  private void fill(FileAttributes from, ByteSource source, Operand part) throws IOException {
    OpenOptions options =
        rules.resumes()
            ? OpenOptions.of(Flag.WRITE, Flag.CREATE, Flag.NO_FOLLOW)
            : OpenOptions.of(Flag.WRITE, Flag.CREATE, Flag.NO_FOLLOW, Flag.TRUNCATE);
    int mode = attributes.initialMode(from);
    try (ClusterFile out = ClusterFile.open(client, part.path(), options.withMode(mode))) {
      long size = rules.resumes() ? out.size() : 0;
      long start = ByteCopy.resumeOffset(size);
      run.progress().passOver(start);
      if (size > 0) {
        out.truncate(start);
      }
      run.bytes().copyFile(source, out, start);
      if (rules.syncs()) {
        out.sync();
      }
    }
  }

  /** Removes a partial copy that is too short to resume from. */
  private void dropSmall(Operand part) throws IOException {
    FileAttributes left = FileCommand.lstatIfPresent(client, part);
    if (left != null && ByteCopy.resumeOffset(left.size()) == 0) {
      client.unlink(part.path());
    }
  }

  /** Copies all bytes of a stream. */
  void put(InputStream stream, FileAttributes like, Operand copy) throws IOException {
    byte[] first = stream.readNBytes(SMALL_BYTES + 1);
    if (first.length <= SMALL_BYTES) {
      FileAttributes there = FileCommand.lstatIfPresent(client, copy);
      if (there != null && rules.keepsAll()) {
        return;
      }
      putBytes(like, first, copy);
      attributes.finishLocal(like, copy);
    } else {
      Operand target = target(copy);
      FileAttributes there = FileCommand.lstatIfPresent(client, target);
      if (there != null && there.isDirectory()) {
        throw ErrorCode.EISDIR.exception(copy.text());
      }
      if (there != null && rules.keepsAll()) {
        return;
      }
      InputStream all = new SequenceInputStream(new ByteArrayInputStream(first), stream);
      String once = "stream:" + System.nanoTime() + ":" + ProcessHandle.current().pid();
      putPart(like, ByteSource.of(all), target, there, once);
    }
    run.copied("-", copy.shown());
  }
}
