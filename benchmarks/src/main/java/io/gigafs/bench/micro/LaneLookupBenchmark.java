package io.gigafs.bench.micro;

import io.gigafs.index.PartitionIndex;
import io.gigafs.protocol.Caller;
import io.gigafs.protocol.namespace.LookupRequest;
import io.gigafs.protocol.namespace.LookupResult;
import java.io.IOException;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/**
 * The server's cost of a lookup without the network: find the file and answer, alone in a commit
 * batch of its lane and as one of many. Requests are created in advance.
 */
@State(Scope.Thread)
public class LaneLookupBenchmark {
  private static final int MANY = 256;
  private static final int FILES = 1 << 16;
  private static final int STRIDE = 40_503;
  private static final Caller CALLER = new Caller(1_000, 1_000);

  private final CountedAnswers<LookupResult> answers = new CountedAnswers<>();
  private final LookupRequest[] requests = new LookupRequest[FILES];
  private LaneRig rig;
  private int next;

  @Setup
  public void prepare() throws IOException {
    rig = new LaneRig(SampleStore.of(FILES));
    for (int i = 0; i < FILES; i++) {
      requests[i] =
          new LookupRequest(
              SampleFiles.DIRECTORY,
              PartitionIndex.ZEROTH,
              CALLER,
              SampleNames.name(i),
              true,
              false,
              false);
    }
  }

  @TearDown
  public void close() throws IOException {
    rig.close();
  }

  @Benchmark
  public long alone() {
    return lookUp(1);
  }

  @Benchmark
  @OperationsPerInvocation(MANY)
  public long ofMany() {
    return lookUp(MANY);
  }

  private long lookUp(int names) {
    for (int i = 0; i < names; i++) {
      next += STRIDE;
      rig.submit(rig.lookup(), requests[next & (FILES - 1)], answers);
    }
    rig.runQueued();
    return answers.count();
  }
}
