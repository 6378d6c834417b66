package io.gigafs.protocol;

import io.gigafs.volume.FileSystemId;

/**
 * How a server finds a volume.
 *
 * @param volume its number
 * @param problem why it takes no new files, empty if it does
 * @param totalBytes what it can hold; 0 if that is not known
 * @param freeBytes likewise
 * @param reservedBytes what is free as well, but not for servers
 * @param fileSystem whose bytes they are
 * @param toMove objects that this server's files have on a volume that is drained, as of the last
 *     look; -1 before the first
 * @param toReclaim objects that this server has yet to delete from it
 * @param createNanos how long it takes there to make an object, a moving mean; 0 if that is not
 *     known
 * @param share which part of its new files the server puts there, of {@link #WHOLE_SHARE}
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

  /** The fewest bytes that a state takes: ten numbers. */
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
