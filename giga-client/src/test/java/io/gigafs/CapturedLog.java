package io.gigafs;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.util.List;
import org.slf4j.LoggerFactory;

/** Captures log events while it is open, for tests. */
public final class CapturedLog implements AutoCloseable {
  private final ListAppender<ILoggingEvent> appender = new ListAppender<>();
  private final Logger logger;

  private CapturedLog(String logger) {
    this.logger = (Logger) LoggerFactory.getLogger(logger);
    appender.start();
    this.logger.addAppender(appender);
  }

  /** Captures the events of all classes of this project. */
  public static CapturedLog ofAll() {
    return new CapturedLog("io.gigafs");
  }

  /** Captures the events of one class. */
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
