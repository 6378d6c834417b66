package io.gigafs.bench.micro;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.gigafs.client.Target.EntryTarget;
import io.gigafs.fuse.binding.FuseAttributes;
import io.gigafs.fuse.binding.FuseFile;
import io.gigafs.fuse.binding.Nodes;
import io.gigafs.index.InodeId;
import io.gigafs.index.Name;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/**
 * The cost for a mount to convert the kernel's arguments to a client path: a directory's number and
 * a name, or the number of a known file. The depth does not matter.
 */
@State(Scope.Thread)
public class FusePathBenchmark {
  private static final long ROOT_INODE = 2;
  private static final int DIRECTORY_MODE = 040755;
  private static final int FILE_MODE = 0100644;

  /** Number of directories in the path, including the mounted one. */
  @Param({"1", "8"})
  public int depth;

  private final Nodes nodes = new Nodes(ROOT_INODE);
  private final byte[] name = SampleNames.bytes(1, SampleNames.USUAL_BYTES);
  private long directory;
  private long file;

  @Setup
  public void prepare() {
    long inode = ROOT_INODE;
    directory = Nodes.ROOT;
    for (int i = 1; i < depth; i++) {
      inode++;
      remember("directory" + i, inode, DIRECTORY_MODE);
      directory = inode;
    }
    file = inode + 1;
    remember("file", file, FILE_MODE);
  }

  private void remember(String child, long inode, int mode) {
    FuseAttributes attributes = new FuseAttributes();
    attributes.set(inode, mode, 0, 0, 0, 1, 0, 0, 0, 0);
    nodes.remember(directory, child.getBytes(UTF_8), attributes);
  }

  @Benchmark
  public EntryTarget ofName() {
    return new EntryTarget(new InodeId(directory), Name.of(name));
  }

  @Benchmark
  public EntryTarget ofNumber() {
    try (Nodes.Hold hold = nodes.hold(file)) {
      FuseFile known = hold.file();
      return new EntryTarget(new InodeId(known.parent()), Name.of(known.name()))
          .expecting(new InodeId(known.inode()));
    }
  }
}
