package io.gigafs.protocol.fsck;

import io.gigafs.protocol.Codec;
import io.gigafs.protocol.Result;
import io.gigafs.protocol.WireReader;
import io.gigafs.protocol.WireWriter;
import java.util.List;

/**
 * The verdicts on findings.
 *
 * @param verdicts one for each finding of the request, in the same order
 */
public record RecheckResult(List<Verdict> verdicts) implements Result {
  public static final Codec<RecheckResult> CODEC =
      Codec.of(RecheckResult.class, RecheckResult::write, RecheckResult::read);

  void write(WireWriter out) {
    out.count(verdicts.size());
    for (Verdict verdict : verdicts) {
      verdict.write(out);
    }
  }

  static RecheckResult read(WireReader in) {
    return new RecheckResult(in.list(Verdict.MIN_BYTES, Verdict::read));
  }
}
