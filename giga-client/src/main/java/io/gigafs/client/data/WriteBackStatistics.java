package io.gigafs.client.data;

/**
 * What a client has written back, and has yet to.
 *
 * @param backlogBytes acknowledged, and not on their volumes
 * @param backlogFiles how many files these are of
 * @param ageMillis how old the oldest of these writes is
 * @param journalBytes how much of the disk the journal takes
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
  /** Of a client that writes nothing back. */
  public static final WriteBackStatistics NONE = new WriteBackStatistics(0, 0, 0, 0, 0, 0, 0, "");

  /** Those of two clients together. */
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
