package io.gigafs.cache.service;

import io.gigafs.cache.CacheKey;
import io.gigafs.cache.CacheStore.StoreUsage;
import io.gigafs.cache.value.ValueBlocks;
import io.gigafs.cache.value.ValueBlocks.ValueId;
import io.gigafs.cache.value.ValueHead;
import io.gigafs.protocol.Answer;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.Notice;
import io.gigafs.protocol.Request;
import io.gigafs.protocol.Result;
import io.gigafs.protocol.Result.Empty;
import io.gigafs.protocol.cache.CacheOutcome;
import io.gigafs.protocol.cache.CacheReadRequest;
import io.gigafs.protocol.cache.CacheReleaseRequest;
import io.gigafs.protocol.cache.CacheRemoveRequest;
import io.gigafs.protocol.cache.CacheUsageRequest;
import io.gigafs.protocol.cache.CacheUsageRequest.CacheUsageResult;
import io.gigafs.protocol.cache.CacheWriteRequest;
import io.gigafs.protocol.cache.CachedBlock;
import io.gigafs.rpc.Exchange;
import io.gigafs.rpc.Peer;
import io.gigafs.rpc.RequestHandler;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Answers the requests of a cache's clients on their connections' threads. The store is in memory,
 * so a handover to another thread would take longer than the request. If a request waits for a
 * disk, the thread's other connections wait, too.
 */
final class CacheRequests implements RequestHandler {
  private static final Logger log = LoggerFactory.getLogger(CacheRequests.class);
  private static final int MAX_ATTEMPTS = 16;

  private final ValueBlocks blocks;
  private final CacheReads reads;
  private final Map<Peer, CachePeer> peers = new ConcurrentHashMap<>();

  CacheRequests(ValueBlocks blocks) {
    this.blocks = blocks;
    this.reads = new CacheReads(blocks);
  }

  @Override
  public <R extends Result> void handle(Request<R> request, Exchange<R> exchange) {
    exchange.answer(answer(request, exchange.peer()));
  }

  @SuppressWarnings("unchecked") // The result is the request's.
  private <R extends Result> Answer<R> answer(Request<R> request, Peer peer) {
    try {
      Result result = result(request, peer);
      return result == null
          ? new Answer.Failed<>(
              ErrorCode.EOPNOTSUPP, "this is a cache server, which has values and no files")
          : new Answer.Done<>((R) result);
    } catch (IOException e) {
      log.debug("{} of {} failed", request.opcode(), peer.address(), e);
      return new Answer.Failed<>(ErrorCode.EIO, String.valueOf(e.getMessage()));
    } catch (IllegalArgumentException e) {
      return new Answer.Failed<>(ErrorCode.EINVAL, String.valueOf(e.getMessage()));
    }
  }

  private @Nullable Result result(Request<?> request, Peer peer) throws IOException {
    if (request instanceof CacheReadRequest read) {
      return read(read, peer);
    } else if (request instanceof CacheWriteRequest write) {
      return new CacheOutcome(write(write, peer));
    } else if (request instanceof CacheRemoveRequest remove) {
      return new CacheOutcome(blocks.remove(CacheKey.of(remove.key())));
    } else if (request instanceof CacheReleaseRequest release) {
      of(peer).release(new ValueId(CacheKey.of(release.key()), release.generation()));
      return Empty.INSTANCE;
    }
    return request instanceof CacheUsageRequest ? usage() : null;
  }

  private CachePeer of(Peer peer) {
    return peers.computeIfAbsent(peer, unused -> new CachePeer(blocks));
  }

  private CachedBlock read(CacheReadRequest request, Peer peer) throws IOException {
    CacheKey key = CacheKey.of(request.key());
    if (request.index() != CacheReadRequest.HEAD) {
      ValueId id = new ValueId(key, request.generation());
      return reads.block(id, request.index(), request.maxBytes());
    }
    for (int i = 0; i < MAX_ATTEMPTS; i++) {
      CacheReads.HeadBlock found = reads.head(key, request.maxBytes());
      if (found == null) {
        break;
      }
      if (canBeSent(found, key, peer)) {
        return found.block();
      }
    }
    return CachedBlock.missing();
  }

  /** Whether the head can be sent; opens its value if it has blocks, and releases it otherwise. */
  private boolean canBeSent(CacheReads.HeadBlock found, CacheKey key, Peer peer)
      throws IOException {
    ValueHead head = found.head();
    // No blocks of a truncated head are read.
    if (head == null || head.isInline() || found.isCut()) {
      return true;
    }
    boolean isOpen = false;
    try {
      isOpen = of(peer).open(new ValueId(key, head.generation()));
      return isOpen;
    } finally {
      if (!isOpen) {
        found.block().payload().release();
      }
    }
  }

  private boolean write(CacheWriteRequest request, Peer peer) throws IOException {
    CacheKey key = CacheKey.of(request.key());
    ValueId id = new ValueId(key, request.generation());
    ByteBuffer bytes = request.payload().buffers()[0];
    if (request.index() == CacheReadRequest.HEAD) {
      return writeHead(id, bytes, request.crc(), peer);
    }
    if (request.index() >= ValueHead.MAX_BLOCKS) {
      throw new IllegalArgumentException("a value has no block " + request.index());
    }
    return of(peer).write(id, request.index(), bytes, request.crc());
  }

  private boolean writeHead(ValueId id, ByteBuffer bytes, int crc, Peer peer) throws IOException {
    ValueHead head = ValueHead.read(bytes.duplicate());
    boolean isWhole =
        head != null
            && head.generation() == id.generation()
            && head.headBlockBytes() == bytes.remaining();
    if (head == null || !isWhole) {
      throw new IllegalArgumentException("it is not the head of " + id.key());
    }
    return of(peer).writeHead(id, head, bytes, crc);
  }

  private CacheUsageResult usage() throws IOException {
    StoreUsage usage = blocks.store().usage();
    return new CacheUsageResult(
        usage.blocks(),
        usage.bytes(),
        usage.capacityBytes(),
        usage.memoryBytes(),
        usage.diskBytes(),
        usage.evictions(),
        usage.damaged());
  }

  /** The number of connections with open or partly written values. */
  int openPeers() {
    return peers.size();
  }

  /** A cache server receives no notices. */
  @Override
  public void handle(Notice notice, Peer from) {}

  @Override
  public void disconnected(Peer peer) {
    CachePeer gone = peers.remove(peer);
    if (gone != null) {
      try {
        gone.close();
      } catch (IOException e) {
        log.warn("Blocks of unfinished values of {} stay until evicted", peer.address(), e);
      }
    }
  }
}
