package io.gigafs.server.data;

import io.gigafs.protocol.Answer;
import io.gigafs.protocol.Payload;
import io.gigafs.protocol.data.DataChunk;
import io.gigafs.rpc.Exchange;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A read of a block from its volume, and the requests that wait for it. Thread-safe.
 *
 * <ul>
 *   <li>WAITING changes to READ when the bytes have been read, and to ENDED when that failed.
 *   <li>READ changes to ENDED when the bytes are in the store, or will not be stored.
 * </ul>
 */
final class SharedFill {
  private final int volume;

  /** Guarded by this. */
  private List<Exchange<DataChunk>> waiting = new ArrayList<>();

  /** The bytes, while they are available. Guarded by this. */
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

  /** Answers a request with the bytes, now or later; false if the fill has ended. */
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
   * Answers all waiting requests with the bytes. The caller owns the bytes and releases them once
   * the fill has ended.
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

  /** Ends the fill; no request can join any more. The caller answers the returned ones. */
  synchronized List<Exchange<DataChunk>> end() {
    isEnded = true;
    bytes = null;
    List<Exchange<DataChunk>> left = waiting;
    waiting = List.of();
    return left;
  }

  /** Removes and returns the requests whose deadline has passed. */
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
