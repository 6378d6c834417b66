package io.gigafs.bench.virtualcache;

import java.util.List;

/**
 * The result of a cell.
 *
 * @param seconds until the last thread was done
 * @param operations insertions and reads
 * @param bytes that were inserted, or read and compared
 * @param hits reads that found a value
 * @param clientBytes peak resident memory of the client's process
 * @param serverBytes peak resident memory of the server's process; 0 if there is none
 * @param fileBytes size of the store's files afterwards, which the kernel may cache; 0 if not
 *     measured
 * @param failure why it did not complete; empty if it did
 */
record CellResult(
    double seconds,
    long operations,
    long bytes,
    long hits,
    long clientBytes,
    long serverBytes,
    long fileBytes,
    String failure) {
  private static final String SEPARATOR = "\t";
  private static final int FIELDS = 6;
  private static final double MEGABYTE = 1e6;

  static CellResult failed(String failure) {
    return new CellResult(0, 0, 0, 0, 0, 0, 0, failure.replaceAll("\\s+", " "));
  }

  boolean isWhole() {
    return failure.isEmpty();
  }

  double operationsPerSecond() {
    return operations / seconds;
  }

  double megabytesPerSecond() {
    return bytes / seconds / MEGABYTE;
  }

  CellResult withClient(long newClientBytes) {
    return new CellResult(
        seconds, operations, bytes, hits, newClientBytes, serverBytes, fileBytes, failure);
  }

  CellResult withServer(long newServerBytes) {
    return new CellResult(
        seconds, operations, bytes, hits, clientBytes, newServerBytes, fileBytes, failure);
  }

  CellResult withFiles(long newFileBytes) {
    return new CellResult(
        seconds, operations, bytes, hits, clientBytes, serverBytes, newFileBytes, failure);
  }

  /** A line of the test program's output. */
  String line() {
    return String.join(
        SEPARATOR,
        List.of(
            Double.toString(seconds),
            Long.toString(operations),
            Long.toString(bytes),
            Long.toString(hits),
            Long.toString(clientBytes),
            failure.replaceAll("\\s+", " ")));
  }

  static CellResult parse(String line) {
    String[] fields = line.split(SEPARATOR, FIELDS);
    return new CellResult(
        Double.parseDouble(fields[0]),
        Long.parseLong(fields[1]),
        Long.parseLong(fields[2]),
        Long.parseLong(fields[3]),
        Long.parseLong(fields[4]),
        0,
        0,
        fields[5]);
  }
}
