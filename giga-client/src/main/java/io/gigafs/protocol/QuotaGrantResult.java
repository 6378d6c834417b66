package io.gigafs.protocol;

/**
 * What a server may use more of a quota.
 *
 * @param epoch it is worth nothing once the server has had a part in another count
 * @param more may be less than was asked for
 * @param reuse whether what becomes free at the server may be used again there without asking: not
 *     while there is more in all than there may be
 * @param exhausted whether that is because there is no more, by a count that began after the
 *     question came
 */
public record QuotaGrantResult(QuotaEpoch epoch, Usage more, boolean reuse, boolean exhausted)
    implements Result {
  void write(WireWriter out) {
    epoch.write(out);
    more.write(out);
    out.flag(reuse).flag(exhausted);
  }

  static QuotaGrantResult read(WireReader in) {
    return new QuotaGrantResult(QuotaEpoch.read(in), Usage.read(in), in.flag(), in.flag());
  }
}
