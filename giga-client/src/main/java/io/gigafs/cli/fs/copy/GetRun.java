package io.gigafs.cli.fs.copy;

import io.gigafs.cli.CommandException;
import io.gigafs.cli.data.LocalPaths;
import io.gigafs.cli.fs.copy.CopyRun.CopiedFile;
import io.gigafs.cli.fs.operand.FileCommand;
import io.gigafs.cli.fs.operand.Operand;
import io.gigafs.client.GigaClient;
import io.gigafs.index.InodeId;
import io.gigafs.index.Name;
import io.gigafs.protocol.FileAttributes;
import io.gigafs.tree.LinkedCopies;
import io.gigafs.tree.TreeCopy;
import io.gigafs.tree.TreeCopy.CopySink;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Copies one operand to this machine: its contents and its directories, which only their owner can
 * access while they are filled, and which get their attributes last. Its methods are called by
 * several threads.
 */
final class GetRun implements CopySink<CopiedFile, Path>, TreeCopy.Rules<CopiedFile, Path> {
  private static final int PRIVATE_DIRECTORY = 0700;

  private final LocalCopy run;
  private final GigaClient client;
  private final LocalCopyRules rules;
  private final LocalAttributes attributes;
  private final GetFiles files;
  private final Operand source;
  private final Path destination;
  private final ClusterSource tree;

  GetRun(LocalCopy run, LinkedCopies<InodeId, Path> links, Operand source, Path destination) {
    this.run = run;
    this.client = run.client();
    this.rules = run.rules();
    this.attributes =
        new LocalAttributes(
            rules, run.command().shell().identity().umask(), run.command()::complain);
    this.files = new GetFiles(run, attributes, links);
    this.source = source;
    this.destination = destination;
    this.tree = new ClusterSource(client, false);
  }

  void run() throws IOException {
    FileAttributes from =
        rules.copy().followsOperands()
            ? FileCommand.stat(client, source)
            : FileCommand.lstat(client, source);
    if (!from.isDirectory()) {
      run.progress().expect(from.size());
      run.progress().foundAll();
      files.get(from, source, destination);
      return;
    }
    if (!rules.copy().recursive()) {
      throw CommandException.failed("-r not specified; omitting directory " + source.shown());
    }
    try (TreeCopy<CopiedFile, Path> copy = new TreeCopy<>(tree, this, this, run.pool())) {
      var unused = copy.copy(new CopiedFile(source, from), destination);
    }
  }

  @Override
  public Path child(Path directory, Name name) {
    return LocalPaths.child(directory, name.bytes());
  }

  @Override
  public Made<CopiedFile> makeDirectory(CopiedFile listed, Path copy) throws IOException {
    CopiedFile directory = tree.refreshed(listed);
    try {
      Files.createDirectory(copy);
      Files.setAttribute(copy, "unix:mode", PRIVATE_DIRECTORY);
      return new Made<>(directory, true);
    } catch (FileAlreadyExistsException e) {
      if (!Files.isDirectory(copy)) {
        throw CommandException.failed(
            "cannot overwrite non-directory "
                + GetFiles.shown(copy)
                + " with directory "
                + directory.operand().shown());
      }
      return new Made<>(directory, false);
    }
  }

  @Override
  public void finishDirectory(Made<CopiedFile> directory, Path copy) throws IOException {
    CopiedFile from = directory.source();
    Integer mode =
        directory.isNew() ? Integer.valueOf(attributes.maskedMode(from.attributes())) : null;
    attributes.finish(copy, from.attributes(), attributes.xattrsOf(client, from.operand()), mode);
  }

  @Override
  public void announce(CopiedFile file, Path copy) {
    run.progress().expect(file.attributes().size());
    files.announce(file.attributes(), file.operand(), copy);
  }

  @Override
  public void copy(CopiedFile file, Path copy) throws IOException {
    try {
      files.get(file.attributes(), file.operand(), copy);
    } finally {
      files.done(file.operand());
    }
  }

  @Override
  public void failed(CopiedFile file, Path copy, Exception thrown) {
    run.failed(file.operand().shown(), GetFiles.shown(copy), thrown);
  }

  @Override
  public void unlisted(CopiedFile directory, Path copy, IOException thrown) {
    Operand operand = directory.operand();
    run.command()
        .complain(
            "cannot copy "
                + operand.shown()
                + " to "
                + GetFiles.shown(copy)
                + ": "
                + FileCommand.reason(operand, thrown));
  }
}
