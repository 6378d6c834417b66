package io.gigafs.protocol.data;

import static io.gigafs.protocol.Elements.COUNT;
import static io.gigafs.protocol.Elements.FILE_SYSTEM;
import static io.gigafs.protocol.Elements.INT64;
import static io.gigafs.protocol.Elements.TEXT;
import static io.gigafs.protocol.Elements.VARINT;
import static io.gigafs.protocol.Elements.VARLONG;

import io.gigafs.protocol.Codec;
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
  static final Codec<VolumeState> CODEC =
      Codec.of(
          VolumeState.class,
          COUNT,
          TEXT,
          VARLONG,
          VARLONG,
          VARLONG,
          FILE_SYSTEM,
          INT64,
          VARLONG,
          VARLONG,
          VARINT);

  public static final int WHOLE_SHARE = 1_000_000;
}
