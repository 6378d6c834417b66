package io.gigafs.cli.fs.copy;

import io.gigafs.cli.CommandException;
import io.gigafs.cli.fs.operand.FileCommand;
import io.gigafs.cli.fs.operand.Operand;
import io.gigafs.client.Follow;
import io.gigafs.client.GigaClient;
import io.gigafs.client.GigaPath;
import io.gigafs.index.InodeId;
import io.gigafs.index.Name;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.FileAttributes;
import io.gigafs.protocol.GigaException;
import io.gigafs.tree.TreeCopy;
import io.gigafs.tree.TreeCopy.CopySink;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * Copies one operand: its contents and its directories, which only their owner can access while
 * they are filled, and which get their attributes last. Its methods are called by several threads.
 */
final class CopyRun
    implements CopySink<CopyRun.CopiedFile, Operand>, TreeCopy.Rules<CopyRun.CopiedFile, Operand> {
  private final Copier copier;
  private final TransferCommand command;
  private final GigaClient client;
  private final CopyRules rules;
  private final Operand source;
  private final Operand destination;
  private final CopiedAttributes attributes;
  private final CopyFiles files;
  private final ClusterSource tree;

  /** The copy of the top, which is not copied itself. */
  private volatile @Nullable InodeId top;

  /** Creates a copy. */
  CopyRun(Copier copier, Operand source, Operand destination) {
    this.copier = copier;
    this.command = copier.command();
    this.client = copier.client();
    this.rules = copier.rules();
    this.source = source;
    this.destination = destination;
    this.attributes = new CopiedAttributes(client, rules, command.shell().identity());
    this.files = new CopyFiles(copier, attributes);
    this.tree = new ClusterSource(client, rules.followsAll());
  }

  /** Returns whether all of it was copied. */
  boolean run() throws IOException {
    FileAttributes from =
        rules.followsOperands()
            ? FileCommand.stat(client, source)
            : FileCommand.lstat(client, source);
    if (from.isDirectory() && !rules.recursive()) {
      throw CommandException.failed("-r not specified; omitting directory " + source.shown());
    }
    if (!from.isDirectory() && destination.directoryOnly()) {
      throw ErrorCode.ENOTDIR.exception(destination.text());
    }
    attributes.noteDirectory(
        destination.path().isRoot() ? GigaPath.ROOT : destination.path().parent());
    CopiedFile file = new CopiedFile(source, from);
    if (!from.isDirectory()) {
      copy(file, destination);
      return true;
    }
    try (TreeCopy<CopiedFile, Operand> copy = new TreeCopy<>(tree, this, this, copier.pool())) {
      return copy.copy(file, destination);
    }
  }

  @Override
  public Operand child(Operand directory, Name name) {
    return directory.child(name);
  }

  @Override
  public boolean mayEnter(TreeCopy.Copied<CopiedFile, Operand> parent, CopiedFile directory) {
    InodeId inode = directory.attributes().inode();
    if (inode.equals(top)) {
      command.complain(
          "cannot copy a directory, " + source.shown() + ", into itself, " + destination.shown());
      return false;
    }
    if (rules.followsAll() && isAbove(parent, inode)) {
      command.complain("cannot copy cyclic symbolic link " + directory.operand().shown());
      return false;
    }
    return true;
  }

  private static boolean isAbove(TreeCopy.Copied<CopiedFile, Operand> parent, InodeId inode) {
    for (TreeCopy.Copied<CopiedFile, Operand> each = parent; each != null; each = each.parent()) {
      if (each.source().attributes().inode().equals(inode)) {
        return true;
      }
    }
    return false;
  }

  @Override
  public Made<CopiedFile> makeDirectory(CopiedFile listed, Operand copy) throws GigaException {
    CopiedFile directory = tree.refreshed(listed);
    FileAttributes from = directory.attributes();
    boolean isNew = true;
    try {
      client.makeDirectory(copy.path(), attributes.initialMode(from));
      copier.made(directory.operand(), copy);
    } catch (GigaException e) {
      if (e.code() != ErrorCode.EEXIST) {
        throw e;
      }
      FileAttributes there = FileCommand.lstat(client, copy);
      TransferCommand.checkKinds(from, directory.operand(), there, copy);
      if (there.inode().equals(from.inode())) {
        throw TransferCommand.sameFile(directory.operand(), copy);
      }
      attributes.noteDirectory(copy.path());
      isNew = false;
    }
    if (copy.equals(destination)) {
      top = client.stat(destination.path(), Follow.NO).inode();
    }
    return new Made<>(directory, isNew);
  }

  @Override
  public void finishDirectory(Made<CopiedFile> directory, Operand copy) throws GigaException {
    CopiedFile from = directory.source();
    if (directory.isNew()) {
      attributes.finish(from.attributes(), from.operand(), copy);
    } else {
      attributes.preserve(from.attributes(), from.operand(), copy);
    }
  }

  @Override
  public void copy(CopiedFile file, Operand copy) throws IOException {
    files.copy(file.attributes(), file.operand(), copy);
  }

  @Override
  public void failed(CopiedFile file, Operand copy, Exception thrown) {
    command.failed(
        thrown,
        () ->
            command.attempted(file.operand(), copy)
                + ": "
                + FileCommand.reason(file.operand(), thrown));
  }

  /** A file of a cluster that is copied, with the attributes that its copy may get. */
  record CopiedFile(Operand operand, FileAttributes attributes) {}
}
