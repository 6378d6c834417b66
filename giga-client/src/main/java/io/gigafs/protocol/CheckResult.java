package io.gigafs.protocol;

import java.util.List;

/**
 * What a server found in the part that it checked. It may be something that is under way: only what
 * is found again after a while is wrong.
 *
 * @param cursor where to go on, empty at the end
 * @param partitions how many partitions were checked; likewise entries
 * @param bytes how many bytes of files were held against their checksums
 * @param unchecked what could not be checked, and why
 */
@SuppressWarnings("ArrayRecordComponent") // only the server looks into it
public record CheckResult(
    byte[] cursor,
    long partitions,
    long entries,
    long bytes,
    List<Finding> findings,
    List<String> unchecked)
    implements Result {
  void write(WireWriter out) {
    out.bytes(cursor).varlong(partitions).varlong(entries).varlong(bytes);
    out.count(findings.size());
    for (Finding finding : findings) {
      finding.write(out);
    }
    out.count(unchecked.size());
    unchecked.forEach(out::text);
  }

  static CheckResult read(WireReader in) {
    return new CheckResult(
        in.bytes(),
        in.varlong(),
        in.varlong(),
        in.varlong(),
        in.list(Finding.MIN_BYTES, Finding::read),
        in.list(1, WireReader::text));
  }
}
