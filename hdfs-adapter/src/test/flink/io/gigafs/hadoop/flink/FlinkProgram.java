package io.gigafs.hadoop.flink;

import java.nio.charset.StandardCharsets;
import java.util.BitSet;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.functions.RichMapFunction;
import org.apache.flink.api.common.serialization.SimpleStringEncoder;
import org.apache.flink.api.common.state.CheckpointListener;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.connector.source.util.ratelimit.RateLimiterStrategy;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.connector.datagen.source.DataGeneratorSource;
import org.apache.flink.connector.file.sink.FileSink;
import org.apache.flink.core.fs.FSDataInputStream;
import org.apache.flink.core.fs.FileStatus;
import org.apache.flink.core.fs.FileSystem;
import org.apache.flink.core.fs.Path;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

/**
 * A Flink job that fails while it runs and resumes from a checkpoint. Argument: the URI of a
 * directory. Prints the number of records; each must exist once.
 */
public final class FlinkProgram {
  private static final int RECORDS = 3_000;
  private static final int RECORDS_A_SECOND = 1_500;
  private static final int CHECKPOINT_MILLIS = 100;
  private static final int CHECKPOINTS_BEFORE_FAILURE = 3;

  private FlinkProgram() {}

  public static void main(String[] arguments) throws Exception {
    Path top = new Path(arguments[0]);
    Configuration configuration = new Configuration();
    configuration.setString("restart-strategy.type", "fixed-delay");
    configuration.setString("restart-strategy.fixed-delay.attempts", "3");
    configuration.setString("restart-strategy.fixed-delay.delay", "1 ms");
    configuration.setString("execution.checkpointing.storage", "filesystem");
    configuration.setString("state.checkpoint-storage", "filesystem");
    configuration.setString("state.checkpoints.dir", new Path(top, "checkpoints").toString());
    StreamExecutionEnvironment job =
        StreamExecutionEnvironment.getExecutionEnvironment(configuration);
    job.setParallelism(2);
    job.enableCheckpointing(CHECKPOINT_MILLIS);
    job.fromSource(
            new DataGeneratorSource<>(
                number -> number,
                RECORDS,
                RateLimiterStrategy.perSecond(RECORDS_A_SECOND),
                Types.LONG),
            WatermarkStrategy.noWatermarks(),
            "numbers")
        .map(new FailingOnce())
        .returns(Types.STRING)
        .sinkTo(
            FileSink.forRowFormat(new Path(top, "out"), new SimpleStringEncoder<String>()).build());
    job.execute();
    System.out.println("failed " + FailingOnce.FAILED.get());
    BitSet found = new BitSet();
    count(top.getFileSystem(), new Path(top, "out"), found);
    System.out.println("records " + found.cardinality());
  }

  private static void count(FileSystem files, Path directory, BitSet found) throws Exception {
    for (FileStatus status : files.listStatus(directory)) {
      String name = status.getPath().getName();
      if (status.isDir()) {
        count(files, status.getPath(), found);
      } else if (!name.startsWith(".")) {
        try (FSDataInputStream in = files.open(status.getPath())) {
          String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
          for (String line : text.split("\n")) {
            int number = Integer.parseInt(line);
            if (found.get(number)) {
              throw new AssertionError(number + " is there twice");
            }
            found.set(number);
          }
        }
      }
    }
  }

  /**
   * Fails once, after some checkpoints. Until then the second half of the records is slow, so that
   * the job does not end first. Checkpoints are taken between two records.
   */
  private static final class FailingOnce extends RichMapFunction<Long, String>
      implements CheckpointListener {
    private static final long serialVersionUID = 1L;
    static final AtomicBoolean FAILED = new AtomicBoolean();
    private static final AtomicInteger CHECKPOINTS = new AtomicInteger();

    @Override
    public String map(Long number) throws InterruptedException {
      if (CHECKPOINTS.get() < CHECKPOINTS_BEFORE_FAILURE) {
        if (number >= RECORDS / 2) {
          Thread.sleep(CHECKPOINT_MILLIS);
        }
      } else if (FAILED.compareAndSet(false, true)) {
        throw new IllegalStateException("planted failure");
      }
      return number.toString();
    }

    @Override
    public void notifyCheckpointComplete(long id) {
      CHECKPOINTS.incrementAndGet();
    }
  }
}
