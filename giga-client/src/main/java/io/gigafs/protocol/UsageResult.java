package io.gigafs.protocol;

/**
 * What a server holds below a directory with a quota.
 *
 * @param counts whether it has a part in the count that was asked for; if not, it knows of a later
 *     one
 * @param newest the number of the newest count that it knows
 * @param leaving how much of what is used is on its way to another server, which may tell it too
 */
public record UsageResult(boolean counts, long newest, Usage used, Usage leaving)
    implements Result {
  void write(WireWriter out) {
    out.flag(counts).varlong(newest);
    used.write(out);
    leaving.write(out);
  }

  static UsageResult read(WireReader in) {
    return new UsageResult(in.flag(), in.varlong(), Usage.read(in), Usage.read(in));
  }
}
