package io.gigafs.server.command;

import java.nio.file.Path;

/** Sends this process's log to a file; before anything has logged. */
final class LogFile {
  private LogFile() {}

  static void use(Path file) {
    System.setProperty("giga.log.file", file.toString());
    System.setProperty("logback.configurationFile", "giga-logback-file.xml");
  }
}
