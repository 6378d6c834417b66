package io.gigafs.client.data;

/**
 * Counters of a client's writeback, and its outstanding writes.
 *
 * @param backlogBytes acknowledged, and not on their volumes
 * @param backlogFiles the number of files with such bytes
 * @param ageMillis the age of the oldest of these writes
 * @param journalBytes disk space that the journal takes
 * @param uploadedBytes written to volumes so far
 * @param writtenThrough writes that found the journal full, and waited for their volume
 * @param failures of uploads, and of the journal's disk
 * @param lastFailure the last one of an upload; empty if there was none
 */
public record WriteBackStatistics(
    long backlogBytes,
    int backlogFiles,
    long ageMillis,
    long journalBytes,
    long uploadedBytes,
    long writtenThrough,
    long failures,
    String lastFailure) {
  /** For a client without writeback. */
  public static final WriteBackStatistics NONE = new WriteBackStatistics(0, 0, 0, 0, 0, 0, 0, "");

  /** The sum over two clients. */
  public WriteBackStatistics plus(WriteBackStatistics other) {
    return new WriteBackStatistics(
        backlogBytes + other.backlogBytes,
        backlogFiles + other.backlogFiles,
        Math.max(ageMillis, other.ageMillis),
        journalBytes + other.journalBytes,
        uploadedBytes + other.uploadedBytes,
        writtenThrough + other.writtenThrough,
        failures + other.failures,
        other.lastFailure.isEmpty() ? lastFailure : other.lastFailure);
  }
}
