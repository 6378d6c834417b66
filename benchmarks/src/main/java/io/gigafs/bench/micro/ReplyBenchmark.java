package io.gigafs.bench.micro;

import io.gigafs.protocol.bulk.BulkCreateResult;
import io.gigafs.protocol.bulk.CreateRequest;
import io.gigafs.protocol.frame.ResultWriter;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** The cost to encode the answer to a create for the duplicate request cache, and to decode it. */
@State(Scope.Thread)
public class ReplyBenchmark {
  private final BulkCreateResult result = SampleMessages.one();
  private final ByteBuf row = Unpooled.buffer();
  private final ResultWriter results = new ResultWriter();
  private final byte[] encoded = ByteBufUtil.getBytes(encode());

  @Benchmark
  public ByteBuf encode() {
    results.write(CreateRequest.OPCODE, result, row.clear());
    return row;
  }

  @Benchmark
  public BulkCreateResult decode() {
    return CreateRequest.OPCODE.decodeResult(encoded);
  }
}
