package io.gigafs.bench.micro;

import io.gigafs.protocol.Frame;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** What does a message about one name take to become the bytes of a frame, and back? */
@State(Scope.Thread)
public class WireBenchmark {
  @Param public Message message = Message.LOOKUP;

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
    LOOKUP,
    FOUND,
    CREATE,
    CREATED;

    private Frame frame() {
      return switch (this) {
        case LOOKUP -> SampleMessages.lookup();
        case FOUND -> SampleMessages.found();
        case CREATE -> SampleMessages.create();
        case CREATED -> SampleMessages.created();
      };
    }
  }
}
