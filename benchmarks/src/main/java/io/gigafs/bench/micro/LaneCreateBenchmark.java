package io.gigafs.bench.micro;

import io.gigafs.index.NameList;
import io.gigafs.index.PartitionIndex;
import io.gigafs.protocol.Caller;
import io.gigafs.protocol.bulk.BulkCreateResult;
import io.gigafs.protocol.bulk.CreateRequest;
import java.io.IOException;
import java.util.List;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/**
 * The server's cost of a create without the network: decide, commit and answer, alone in a commit
 * batch of its lane and as one of many. The request object is created as a connection's decoder
 * does; {@link WireBenchmark} measures the decoding.
 */
@State(Scope.Thread)
public class LaneCreateBenchmark {
  private static final int MANY = 256;
  private static final Caller CALLER = new Caller(1_000, 1_000);
  private static final int MODE = 0644;

  private final CountedAnswers<BulkCreateResult> answers = new CountedAnswers<>();
  private LaneRig rig;
  private long last;

  @Setup
  public void prepare() throws IOException {
    rig = new LaneRig(SampleStore.open());
  }

  @TearDown
  public void close() throws IOException {
    rig.close();
  }

  @Benchmark
  public long alone() {
    return create(1);
  }

  @Benchmark
  @OperationsPerInvocation(MANY)
  public long ofMany() {
    return create(MANY);
  }

  private long create(int files) {
    long confirmed = last;
    for (int i = 0; i < files; i++) {
      last++;
      rig.submit(
          rig.create(),
          new CreateRequest(
              SampleFiles.DIRECTORY,
              PartitionIndex.ZEROTH,
              CALLER,
              confirmed,
              new long[] {last},
              NameList.of(List.of(SampleNames.name(last))),
              null,
              MODE,
              true,
              true),
          answers);
    }
    rig.runQueued();
    return answers.count();
  }
}
