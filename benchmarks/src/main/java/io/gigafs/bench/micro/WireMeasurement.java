package io.gigafs.bench.micro;

import io.gigafs.protocol.frame.Frame;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** Measures encoding and decoding of a frame that subclasses supply. */
@State(Scope.Thread)
public abstract class WireMeasurement {
  private EncodedMessages wire;

  /** The measured frame. */
  abstract Frame frame();

  @Setup
  public void prepare() {
    wire = new EncodedMessages(frame());
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
}
