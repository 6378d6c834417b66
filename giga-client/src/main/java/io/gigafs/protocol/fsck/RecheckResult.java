package io.gigafs.protocol.fsck;

import static io.gigafs.protocol.Elements.listOf;

import io.gigafs.protocol.Codec;
import io.gigafs.protocol.Result;
import java.util.List;

/**
 * The verdicts on findings.
 *
 * @param verdicts one for each finding of the request, in the same order
 */
public record RecheckResult(List<Verdict> verdicts) implements Result {
  public static final Codec<RecheckResult> CODEC =
      Codec.of(RecheckResult.class, listOf(Verdict.CODEC));
}
