package io.gigafs.server.data;

import io.gigafs.index.Name;
import io.gigafs.protocol.Answer;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.Result;
import io.gigafs.rpc.Exchange;
import io.gigafs.rpc.Peer;
import io.gigafs.server.context.ServerContext;
import io.gigafs.server.partition.CommitBatch;
import io.gigafs.server.partition.Lane;
import io.gigafs.server.partition.PartitionState;
import io.gigafs.tablefs.Attributes;
import io.gigafs.tablefs.EntryKey;
import io.gigafs.tablefs.StoreException;
import io.gigafs.volume.DataLocation;
import io.gigafs.volume.Volume.ObjectOwner;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Applies changes of files' owners and permissions to their objects, before the change is answered.
 * Concurrent changes are repeated until the object matches the entry.
 */
final class OwnersOfObjects {
  private static final Logger LOG = LoggerFactory.getLogger(OwnersOfObjects.class);
  private static final int PERMISSIONS = 0777;

  private final ServerContext context;
  private final ServerVolumes volumes;

  OwnersOfObjects(ServerContext context, ServerVolumes volumes) {
    this.context = context;
    this.volumes = volumes;
  }

  /** Owner and permissions of a file's object. */
  static ObjectOwner of(Attributes file) {
    return new ObjectOwner(file.uid(), file.gid(), file.mode() & PERMISSIONS);
  }

  /** An exchange that sends its result once the file's object matches the file. */
  <R extends Result> Exchange<R> passing(
      Exchange<R> exchange,
      PartitionState partition,
      Name name,
      Attributes file,
      CommitBatch commitBatch) {
    DataLocation location = StoredFiles.row(commitBatch.batch(), partition.keyOf(name)).location();
    return new Exchange<>() {
      @Override
      public void answer(Answer<R> answer) {
        if (answer instanceof Answer.Done<R>) {
          new Passing<>(exchange, answer, partition, name, location).pass(of(file));
        } else {
          exchange.answer(answer);
        }
      }

      @Override
      public Peer peer() {
        return exchange.peer();
      }

      @Override
      public long deadlineNanos() {
        return exchange.deadlineNanos();
      }
    };
  }

  /** One change in transit to the volume. */
  private final class Passing<R extends Result> {
    private final Exchange<R> exchange;
    private final Answer<R> answer;
    private final PartitionState partition;
    private final Name name;
    private final DataLocation location;

    Passing(
        Exchange<R> exchange,
        Answer<R> answer,
        PartitionState partition,
        Name name,
        DataLocation location) {
      this.exchange = exchange;
      this.answer = answer;
      this.partition = partition;
      this.name = name;
      this.location = location;
    }

    void pass(ObjectOwner owner) {
      volumes
          .call(
              location.volume(),
              volume -> {
                volume.chown(location.path(), owner);
                return owner;
              })
          .whenComplete(
              (passed, failure) -> {
                if (failure == null) {
                  lookAgain(owner);
                } else {
                  exchange.answer(
                      new Answer.Failed<>(
                          ErrorCode.EIO,
                          "the file has changed, but not its object: "
                              + VolumeErrors.of(failure).getMessage()
                              + "; repeat the change when the volume is healthy"));
                }
              });
    }

    private void lookAgain(ObjectOwner passed) {
      Lane lane = context.lanes().of(partition.slot());
      lane.submit(
          commitBatch -> {
            ObjectOwner now = ownerNow(commitBatch);
            if (now == null || now.equals(passed)) {
              exchange.answer(answer);
            } else {
              pass(now);
            }
          });
    }

    /** The owner by the current entry; null if the file has moved or has another object. */
    private @Nullable ObjectOwner ownerNow(CommitBatch commitBatch) {
      try {
        EntryKey key = partition.keyOf(name);
        Attributes file = commitBatch.batch().getEntry(key);
        return file != null
                && StoredFiles.isStored(file)
                && StoredFiles.row(commitBatch.batch(), key).location().equals(location)
            ? of(file)
            : null;
      } catch (StoreException e) {
        LOG.warn("the owner of {} cannot be read from its file's entry", location, e);
        return null;
      }
    }
  }
}
