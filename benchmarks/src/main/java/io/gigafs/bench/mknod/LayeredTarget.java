package io.gigafs.bench.mknod;

import io.gigafs.client.GigaClient;
import io.gigafs.client.GigaPath;
import io.gigafs.index.InodeId;
import io.gigafs.index.Name;
import io.gigafs.load.NumberedNames;
import java.io.IOException;
import java.util.List;
import java.util.Locale;

/** A directory of Giga, with objects on volumes according to the scheme. */
final class LayeredTarget implements MknodTarget {
  private static final int MODE = 0644;

  private final Scheme scheme;
  private final List<GigaClient> nodes;
  private final GigaPath directory;
  private final InodeId inode;
  private final String objects;
  private final MknodVolumes volumes;
  private final Partitions partitions;

  /**
   * Uses an existing directory.
   *
   * @param nodes a client for each node
   * @param inode the directory's
   * @param partitions empty, as the directory is
   */
  LayeredTarget(
      Scheme scheme,
      List<GigaClient> nodes,
      GigaPath directory,
      InodeId inode,
      MknodVolumes volumes,
      Partitions partitions) {
    this.scheme = scheme;
    this.nodes = nodes;
    this.directory = directory;
    this.inode = inode;
    this.objects = scheme.name().toLowerCase(Locale.ROOT);
    this.volumes = volumes;
    this.partitions = partitions;
  }

  @Override
  public void make(int node, long number) throws IOException {
    Name name = NumberedNames.of(number);
    nodes.get(node).create(directory.child(name), MODE, true);
    if (scheme.isDistributed()) {
      volumes.make(inode, partitions.add(name), objects, name.toString());
    } else if (scheme.makesObjects()) {
      volumes.make(objects, name.toString());
    }
  }

  @Override
  public void stat(int node, long number) throws IOException {
    nodes.get(node).stat(directory.child(NumberedNames.of(number)));
  }
}
