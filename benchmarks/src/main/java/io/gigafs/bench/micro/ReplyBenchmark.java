package io.gigafs.bench.micro;

import io.gigafs.protocol.EntryResult;
import io.gigafs.protocol.Opcode;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** What does the answer to a create take to be remembered as bytes, and to be given again? */
@State(Scope.Thread)
public class ReplyBenchmark {
  private final EntryResult result = new EntryResult(SampleFiles.told(1));
  private final byte[] encoded = Opcode.CREATE.encodeResult(result);

  @Benchmark
  public byte[] encode() {
    return Opcode.CREATE.encodeResult(result);
  }

  @Benchmark
  public EntryResult decode() {
    return Opcode.CREATE.decodeResult(encoded);
  }
}
