package io.gigafs.client;

import io.gigafs.protocol.Notice;
import java.util.function.Consumer;

/** Takes what servers say without being asked, on the connection's thread, and does not block. */
@FunctionalInterface
public interface NoticeListener {
  /**
   * Takes a notice.
   *
   * @param reply sends a notice back over the same connection
   */
  void notice(Notice notice, Consumer<Notice> reply);
}
