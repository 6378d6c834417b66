package io.gigafs.client.request;

import io.gigafs.protocol.Notice;
import java.util.function.Consumer;

/** Receives servers' unsolicited notices on the connection's thread; must not block. */
@FunctionalInterface
public interface NoticeListener {
  /**
   * Receives a notice.
   *
   * @param reply sends a notice back over the same connection
   */
  void notice(Notice notice, Consumer<Notice> reply);
}
