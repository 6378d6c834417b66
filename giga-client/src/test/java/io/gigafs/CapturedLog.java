package io.gigafs;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.util.List;
import org.slf4j.LoggerFactory;

/** What is logged while it is open, for tests. */
public final class CapturedLog implements AutoCloseable {
  private final ListAppender<ILoggingEvent> appender = new ListAppender<>();
  private final Logger logger;

  private CapturedLog(String logger) {
    this.logger = (Logger) LoggerFactory.getLogger(logger);
    appender.start();
    this.logger.addAppender(appender);
  }

  /** All that this project's classes log. */
  public static CapturedLog ofAll() {
    return new CapturedLog("io.gigafs");
  }

  /** What one class logs. */
  public static CapturedLog of(Class<?> logging) {
    return new CapturedLog(logging.getName());
  }

  public List<ILoggingEvent> events() {
    return appender.list;
  }

  @Override
  public void close() {
    logger.detachAppender(appender);
  }
}
