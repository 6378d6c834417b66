package io.gigafs.cli.fs.copy;

import io.gigafs.cli.fs.copy.CopyRun.CopiedFile;
import io.gigafs.client.GigaClient;
import io.gigafs.index.Name;
import io.gigafs.protocol.FileType;
import io.gigafs.protocol.GigaException;
import io.gigafs.tree.ClusterTree;
import io.gigafs.tree.TreeCopy.CopySource;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * Files of a cluster that are copied.
 *
 * @param followsLinks whether the targets of links are copied
 */
record ClusterSource(GigaClient client, boolean followsLinks) implements CopySource<CopiedFile> {
  @Override
  public void list(CopiedFile directory, Pages<CopiedFile> pages) throws IOException {
    new ClusterTree(client.async(), true)
        .list(
            directory.operand().path(),
            (page, last) -> {
              List<CopiedFile> files = new ArrayList<>(page.size());
              page.forEach(
                  entry ->
                      files.add(
                          new CopiedFile(
                              directory.operand().child(entry.name()),
                              Objects.requireNonNull(entry.attributes(), "asked for"))));
              return pages.take(files, last);
            });
  }

  @Override
  public boolean isDirectory(CopiedFile file) {
    return file.attributes().isDirectory();
  }

  @Override
  public CopiedFile resolve(CopiedFile listed) throws GigaException {
    return followsLinks && listed.attributes().type() == FileType.SYMLINK
        ? new CopiedFile(listed.operand(), client.stat(listed.operand().path()))
        : listed;
  }

  @Override
  public Name name(CopiedFile file) {
    return file.operand().path().name();
  }

  /**
   * A directory with its own attributes: a listing has those of its entry, and its size and times
   * are collected from its partitions.
   */
  CopiedFile refreshed(CopiedFile directory) throws GigaException {
    return new CopiedFile(directory.operand(), client.stat(directory.operand().path()));
  }
}
