package io.gigafs.bench.micro;

import io.gigafs.protocol.frame.Frame;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.Param;

/**
 * The cost per entry to encode and to decode a message with a thousand entries: a page, a bulk
 * create.
 */
@OperationsPerInvocation(SampleMessages.MANY)
public class WireBulkBenchmark extends WireMeasurement {
  @Param public Message message = Message.PAGE;

  @Override
  Frame frame() {
    return message.frame();
  }

  /** The kind of message. */
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
