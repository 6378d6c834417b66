package io.gigafs.bench.micro;

import io.gigafs.protocol.Frame;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** What does each entry take of a message that carries a thousand: of a page, of a bulk create? */
@State(Scope.Thread)
@OperationsPerInvocation(SampleMessages.MANY)
public class WireBulkBenchmark {
  @Param public Message message = Message.PAGE;

  private Wire wire;

  @Setup
  public void prepare() {
    wire = new Wire(message.frame());
  }

  @TearDown
  public void release() {
    wire.close();
  }

  @Benchmark
  public int encode() {
    return wire.encode();
  }

  @Benchmark
  public Frame decode() {
    return wire.decode();
  }

  /** Which message. */
  public enum Message {
    PAGE,
    BULK_CREATE,
    BULK_CREATED;

    private Frame frame() {
      return switch (this) {
        case PAGE -> SampleMessages.page();
        case BULK_CREATE -> SampleMessages.bulkCreate();
        case BULK_CREATED -> SampleMessages.bulkCreated();
      };
    }
  }
}
