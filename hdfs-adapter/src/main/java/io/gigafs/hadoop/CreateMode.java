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
 * How a file is opened to be written.
 *
 * @param appends whether bytes go to the end
 * @param syncsAtClose whether the file is on disks once it is closed
 */
record CreateMode(Set<Flag> flags, boolean appends, boolean syncsAtClose) {
  /** As Hadoop's flags say; which of them go together was checked. */
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

  /** Whether a file that is not there is made. */
  boolean makes() {
    return flags.contains(Flag.CREATE);
  }

  /**
   * Opens.
   *
   * @param mode of a file that is made, the umask already applied
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
