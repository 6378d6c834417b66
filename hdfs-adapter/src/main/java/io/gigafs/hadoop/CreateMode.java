package io.gigafs.hadoop;

import io.gigafs.client.GigaClient;
import io.gigafs.client.GigaOutputStream;
import io.gigafs.client.GigaPath;
import io.gigafs.client.OpenFile;
import io.gigafs.client.OpenOptions;
import io.gigafs.client.OpenOptions.Flag;
import io.gigafs.hadoop.stream.GigaFsOutputStream;
import io.gigafs.protocol.GigaException;
import java.util.EnumSet;
import java.util.Set;
import org.apache.hadoop.fs.CreateFlag;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.jspecify.annotations.Nullable;

/**
 * How a file is opened for writing.
 *
 * @param appends whether bytes are appended
 * @param syncsAtClose whether closing syncs the file to disks
 */
record CreateMode(Set<Flag> flags, boolean appends, boolean syncsAtClose) {
  /** Converts Hadoop's flags, whose combination was validated. */
  static CreateMode of(EnumSet<CreateFlag> flags) {
    boolean creates = flags.contains(CreateFlag.CREATE);
    boolean overwrites = flags.contains(CreateFlag.OVERWRITE);
    boolean appends = flags.contains(CreateFlag.APPEND);
    EnumSet<Flag> open = EnumSet.of(Flag.WRITE);
    if (creates) {
      open.add(Flag.CREATE);
    }
    if (overwrites) {
      open.add(Flag.TRUNCATE);
    }
    if (appends) {
      open.add(Flag.APPEND);
    }
    if (creates && !overwrites && !appends) {
      open.add(Flag.EXCLUSIVE);
    }
    return new CreateMode(open, appends, flags.contains(CreateFlag.SYNC_BLOCK));
  }

  /** Whether a missing file is created. */
  boolean makes() {
    return flags.contains(Flag.CREATE);
  }

  /**
   * Opens the file.
   *
   * @param mode of a new file, the umask already applied
   */
  FSDataOutputStream open(
      GigaClient client,
      Path path,
      GigaPath at,
      int mode,
      FileSystem.@Nullable Statistics statistics)
      throws GigaException {
    OpenFile file = client.open(at, new OpenOptions(flags, mode));
    long start = appends ? file.opened().size() : 0;
    GigaOutputStream out =
        appends ? GigaOutputStream.appendingTo(file) : GigaOutputStream.at(0, file);
    return new FSDataOutputStream(
        new GigaFsOutputStream(path, out, syncsAtClose), statistics, start);
  }
}
