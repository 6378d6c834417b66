package io.gigafs.bench.micro;

import io.gigafs.protocol.frame.Frame;
import org.openjdk.jmh.annotations.Param;

/** The cost to encode and to decode a message about one name. */
public class WireBenchmark extends WireMeasurement {
  @Param public Message message = Message.LOOKUP;

  @Override
  Frame frame() {
    return message.frame();
  }

  /** The kind of message. */
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
