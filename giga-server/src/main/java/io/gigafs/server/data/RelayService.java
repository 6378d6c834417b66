package io.gigafs.server.data;

import io.gigafs.concurrent.Futures;
import io.gigafs.index.InodeId;
import io.gigafs.index.PartitionIndex;
import io.gigafs.protocol.Answer;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.Payload;
import io.gigafs.protocol.Request.HandleRequest;
import io.gigafs.protocol.Result;
import io.gigafs.protocol.Result.Empty;
import io.gigafs.protocol.data.DataChunk;
import io.gigafs.protocol.data.ReadObjectRequest;
import io.gigafs.protocol.data.SyncObjectRequest;
import io.gigafs.protocol.data.WriteObjectRequest;
import io.gigafs.rpc.Clock;
import io.gigafs.rpc.Exchange;
import io.gigafs.server.membership.CurrentView;
import io.gigafs.volume.DataLocation;
import io.gigafs.volume.Volume;
import io.gigafs.volume.VolumeException;
import io.gigafs.volume.VolumeObject;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads and writes objects for clients, on the volumes' threads. Thread-safe.
 *
 * <p>Bytes are never copied here: they are written from the buffer that the network filled, and
 * read into the one that it sends. The network limits the amount in transit: it claims memory
 * before it passes a request on.
 *
 * <p>Invariants:
 *
 * <ol>
 *   <li>writes to one object are executed one after the other, in the order of arrival;
 *   <li>a write is executed at most once, by its sequence number, and not after its client has
 *       given it up, its deadline has passed, or another server owns the file;
 *   <li>bytes that do not match the checksum that came with them are not written.
 * </ol>
 */
public final class RelayService {
  private static final Logger LOG = LoggerFactory.getLogger(RelayService.class);
  private static final int RETRY_LATER_MILLIS = 100;
  private static final int DAMAGED_MILLIS = 1;
  private static final int MAX_IDLE_OBJECTS = 512;
  private static final long IDLE_NANOS = TimeUnit.SECONDS.toNanos(2);

  private final CurrentView view;
  private final ServerVolumes volumes;
  private final Clock clock;
  private final OpenObjects objects;
  private final DoneWrites done = new DoneWrites();

  public RelayService(CurrentView view, ServerVolumes volumes, Clock clock) {
    this.view = view;
    this.volumes = volumes;
    this.clock = clock;
    this.objects = new OpenObjects(volumes::threadsOf, MAX_IDLE_OBJECTS, IDLE_NANOS);
  }

  /** Reads from an object. */
  public void read(DataLocation location, ReadObjectRequest request, Exchange<DataChunk> exchange) {
    answer(
        exchange,
        location,
        false,
        request,
        (volume, object) -> {
          VolumeObject source = object.on(volume);
          Payload payload =
              Payload.read(request.length(), into -> source.read(request.offset(), into));
          return new Answer.Done<>(new DataChunk(payload, payload.crc()));
        });
  }

  /** Writes to an object. */
  public void write(DataLocation location, WriteObjectRequest request, Exchange<Empty> exchange) {
    long client = exchange.peer().clientId();
    done.learn(client, request.sequence());
    answer(
        exchange,
        location,
        true,
        request,
        (volume, object) -> {
          if (done.isDone(client, request.sequence())) {
            return new Answer.Done<>(Empty.INSTANCE);
          }
          if (done.isConfirmed(client, request.sequence())) {
            return new Answer.Failed<>(ErrorCode.EIO, "the client has given up this write");
          }
          if (request.payload().crc() != request.crc()) {
            return new Answer.Retry<>(
                DAMAGED_MILLIS, "got bytes that do not match the checksum they were sent with");
          }
          write(object.on(volume), request);
          done.add(client, request.sequence());
          return new Answer.Done<>(Empty.INSTANCE);
        });
  }

  private static void write(VolumeObject object, WriteObjectRequest request)
      throws VolumeException {
    long offset = request.offset();
    for (ByteBuffer bytes : request.payload().buffers()) {
      int length = bytes.remaining();
      object.write(offset, bytes);
      offset += length;
    }
  }

  /** Makes the object's data and its path durable. */
  public void sync(DataLocation location, SyncObjectRequest request, Exchange<Empty> exchange) {
    answer(
        exchange,
        location,
        true,
        request,
        (volume, object) -> {
          object.on(volume).sync();
          volume.syncPath(location.path());
          return new Answer.Done<>(Empty.INSTANCE);
        });
  }

  /** Work on an object, on a thread that may wait for its volume. */
  @FunctionalInterface
  private interface Work<R extends Result> {
    Answer<R> on(Volume volume, OpenObject object) throws VolumeException;
  }

  private <R extends Result> void answer(
      Exchange<R> exchange,
      DataLocation location,
      boolean writes,
      HandleRequest<R> request,
      Work<R> work) {
    OpenObject object = objects.use(location, writes);
    Executor threads =
        request instanceof WriteObjectRequest
            ? object.writeLine()
            : volumes.threadsOf(location.volume());
    volumes
        .call(
            location.volume(),
            threads,
            volume -> {
              Answer<R> early = refuse(request, exchange);
              return early == null ? work.on(volume, object) : early;
            })
        .exceptionally(failure -> failed(request, failure))
        .thenAccept(
            answer -> {
              exchange.answer(answer);
              release(object);
            });
  }

  /** The answer if the deadline has passed or another server owns the file now; null otherwise. */
  private <R extends Result> @Nullable Answer<R> refuse(
      HandleRequest<R> request, Exchange<R> exchange) {
    if (clock.nanos() - exchange.deadlineNanos() > 0) {
      return new Answer.Retry<>(RETRY_LATER_MILLIS, "is busy with its volumes");
    }
    InodeId directory = request.directory();
    PartitionIndex partition = request.partition();
    return view.state(view.slotOf(directory, partition)).serves()
        ? null
        : new Answer.Moved<>(view.get());
  }

  private static <R extends Result> Answer<R> failed(HandleRequest<R> request, Throwable failure) {
    Throwable cause = Futures.cause(failure);
    if (cause instanceof VolumeException known) {
      return new Answer.Failed<>(ErrorCode.of(known.kind()), String.valueOf(known.getMessage()));
    }
    LOG.error("{} failed", request.opcode(), cause);
    return new Answer.Failed<>(ErrorCode.EIO, "internal error, see the server's log: " + cause);
  }

  private void release(OpenObject object) {
    close(objects.release(object, clock.nanos()));
  }

  /** Closes objects that have been idle for a while; called about once a second. */
  public void sweep() {
    close(objects.takeIdle(clock.nanos()));
  }

  /** Closes all idle objects, when no more requests come. */
  public void stop() {
    close(objects.takeAllIdle(clock.nanos()));
  }

  private void close(List<OpenObject> idle) {
    for (OpenObject object : idle) {
      if (object.hasUnreportedFailure()) {
        LOG.error(
            "lost bytes of {} on volume {}: a sync failed, and no client got the error",
            object.location().path(),
            object.location().volume());
      }
      volumes
          .call(
              object.location().volume(),
              volume -> {
                object.close();
                return Empty.INSTANCE;
              })
          .exceptionally(
              failure -> {
                object.close(); // the volume is gone, or the server is stopping
                return Empty.INSTANCE;
              });
    }
  }
}
