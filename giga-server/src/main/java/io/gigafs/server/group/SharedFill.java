package io.gigafs.server.group;

import io.gigafs.protocol.Answer;
import io.gigafs.protocol.DataChunk;
import io.gigafs.protocol.Payload;
import io.gigafs.rpc.Exchange;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A block on its way from its volume, and who waits for it. Safe for use by several threads.
 *
 * <ul>
 *   <li>WAITING moves to READ when the bytes are there, and to ENDED when there will be none.
 *   <li>READ moves to ENDED when the bytes are in the store, or never will be.
 * </ul>
 */
final class SharedFill {
  private final int volume;

  /** Guarded by this. */
  private List<Exchange<DataChunk>> waiting = new ArrayList<>();

  /** The bytes, while they are there. Guarded by this. */
  private @Nullable Payload bytes;

  private int crc;
  private boolean isEnded;

  SharedFill(int volume, Exchange<DataChunk> first) {
    this.volume = volume;
    waiting.add(first);
  }

  int volume() {
    return volume;
  }

  /** Has somebody answered with the bytes, now or later; false if it has ended. */
  boolean join(Exchange<DataChunk> exchange) {
    Payload share;
    synchronized (this) {
      if (isEnded) {
        return false;
      }
      Payload read = bytes;
      if (read == null) {
        waiting.add(exchange);
        return true;
      }
      share = read.share();
    }
    exchange.answer(new Answer.Done<>(new DataChunk(share, crc)));
    return true;
  }

  /**
   * The bytes are there: answers all who wait. They are the caller's, to be released once ended.
   */
  void read(Payload payload, int payloadCrc) {
    List<Exchange<DataChunk>> all;
    synchronized (this) {
      crc = payloadCrc;
      bytes = payload;
      all = waiting;
      waiting = List.of();
    }
    for (Exchange<DataChunk> exchange : all) {
      exchange.answer(new Answer.Done<>(new DataChunk(payload.share(), payloadCrc)));
    }
  }

  /** Nobody may join any more; those who still wait are to be answered by the caller. */
  synchronized List<Exchange<DataChunk>> end() {
    isEnded = true;
    bytes = null;
    List<Exchange<DataChunk>> left = waiting;
    waiting = List.of();
    return left;
  }

  /** Those whose time is up, who wait no more from here on. */
  synchronized List<Exchange<DataChunk>> takeLate(long nowNanos) {
    List<Exchange<DataChunk>> late = new ArrayList<>();
    for (Iterator<Exchange<DataChunk>> all = waiting.iterator(); all.hasNext(); ) {
      Exchange<DataChunk> exchange = all.next();
      if (nowNanos - exchange.deadlineNanos() > 0) {
        all.remove();
        late.add(exchange);
      }
    }
    return late;
  }
}
