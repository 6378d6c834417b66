package io.gigafs.hadoop.identity;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs getent(1), which queries the sources in nsswitch.conf(5): files, LDAP, SSSD. Safe for use by
 * several threads.
 */
final class Getent implements NameService {
  private static final Logger LOG = LoggerFactory.getLogger(Getent.class);
  private static final int PATIENCE_SECONDS = 10;

  @Override
  public List<String> find(String database, String key) {
    if (key.isEmpty() || key.startsWith("-")) {
      return List.of();
    }
    try {
      Process process =
          new ProcessBuilder("getent", database, key)
              .redirectError(ProcessBuilder.Redirect.DISCARD)
              .start();
      process.getOutputStream().close();
      String answer = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
        process.destroyForcibly();
        LOG.warn("getent {} {} does not terminate; the account counts as unknown", database, key);
        return List.of();
      }
      return process.exitValue() == 0
          ? List.of(answer.strip().lines().findFirst().orElse("").split(":", -1))
          : List.of();
    } catch (IOException e) {
      LOG.warn("getent cannot be run, so only fs.giga.users and fs.giga.groups name users", e);
      return List.of();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return List.of();
    }
  }
}
