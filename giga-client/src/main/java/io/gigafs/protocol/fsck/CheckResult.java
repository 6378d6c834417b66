package io.gigafs.protocol.fsck;

import io.gigafs.protocol.Codec;
import io.gigafs.protocol.Result;
import io.gigafs.protocol.WireReader;
import io.gigafs.protocol.WireWriter;
import java.util.List;

/**
 * The findings in the part that was checked. A finding may be caused by an operation in progress:
 * only one that is found again after a while is an error.
 *
 * @param cursor where to continue, empty at the end
 * @param partitions the number of checked partitions
 * @param entries the number of checked entries
 * @param bytes the number of file bytes compared with their checksums
 * @param unchecked what could not be checked, and why
 */
@SuppressWarnings("ArrayRecordComponent") // opaque to clients
public record CheckResult(
    byte[] cursor,
    long partitions,
    long entries,
    long bytes,
    List<Finding> findings,
    List<String> unchecked)
    implements Result {
  public static final Codec<CheckResult> CODEC =
      Codec.of(CheckResult.class, CheckResult::write, CheckResult::read);

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
