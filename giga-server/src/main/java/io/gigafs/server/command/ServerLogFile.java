package io.gigafs.server.command;

import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.joran.JoranConfigurator;
import ch.qos.logback.core.joran.spi.JoranException;
import java.net.URL;
import java.nio.file.Path;
import java.util.Objects;
import org.slf4j.LoggerFactory;

/** Sends this process's log to a file. */
final class ServerLogFile {
  private static final String CONFIGURATION = "/giga-logback-file.xml";

  private ServerLogFile() {}

  /**
   * Switches to the file from now on. Reading the settings creates loggers, so Logback is already
   * configured by then and ignores later changes of properties.
   */
  static void use(Path file) {
    System.setProperty("giga.log.file", file.toString());
    if (LoggerFactory.getILoggerFactory() instanceof LoggerContext context) {
      URL configuration = Objects.requireNonNull(ServerLogFile.class.getResource(CONFIGURATION));
      JoranConfigurator configurator = new JoranConfigurator();
      context.reset();
      configurator.setContext(context);
      try {
        configurator.doConfigure(configuration);
      } catch (JoranException e) {
        throw new IllegalStateException("cannot log to " + file, e);
      }
    }
  }
}
