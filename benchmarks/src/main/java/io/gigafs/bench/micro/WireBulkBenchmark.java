package io.gigafs.bench.micro;

import io.gigafs.protocol.Frame;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.Param;

/** What does each entry take of a message that carries a thousand: of a page, of a bulk create? */
@OperationsPerInvocation(SampleMessages.MANY)
public class WireBulkBenchmark extends WireMeasurement {
  @Param public Message message = Message.PAGE;

  @Override
  Frame frame() {
    return message.frame();
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
