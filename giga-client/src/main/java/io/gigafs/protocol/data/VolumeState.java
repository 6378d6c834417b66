package io.gigafs.protocol.data;

import io.gigafs.protocol.WireReader;
import io.gigafs.protocol.WireWriter;
import io.gigafs.volume.FileSystemId;

/**
 * The state of a volume from a server's view.
 *
 * @param volume its number
 * @param problem why it accepts no new files, empty if it does
 * @param totalBytes its capacity; 0 if unknown
 * @param freeBytes free space; 0 if unknown
 * @param reservedBytes free space that servers cannot use
 * @param fileSystem identifies the file system that it is on
 * @param toMove objects of this server's files on a volume that is being drained, at the last scan;
 *     -1 before the first
 * @param toReclaim objects that this server has yet to delete from it
 * @param createNanos moving average of the time to create an object; 0 if unknown
 * @param share the share of its new files that the server puts there, of {@link #WHOLE_SHARE}
 */
public record VolumeState(
    int volume,
    String problem,
    long totalBytes,
    long freeBytes,
    long reservedBytes,
    FileSystemId fileSystem,
    long toMove,
    long toReclaim,
    long createNanos,
    int share) {
  public static final int WHOLE_SHARE = 1_000_000;

  /** The minimum encoded size of a state: ten numbers. */
  static final int MIN_BYTES = 8 + 2 * Long.BYTES;

  void write(WireWriter out) {
    out.count(volume).text(problem);
    out.varlong(totalBytes).varlong(freeBytes).varlong(reservedBytes);
    out.int64(fileSystem.value()).int64(toMove).varlong(toReclaim);
    out.varlong(createNanos).varint(share);
  }

  static VolumeState read(WireReader in) {
    return new VolumeState(
        in.count(),
        in.text(),
        in.varlong(),
        in.varlong(),
        in.varlong(),
        new FileSystemId(in.int64()),
        in.int64(),
        in.varlong(),
        in.varlong(),
        in.varint());
  }
}
