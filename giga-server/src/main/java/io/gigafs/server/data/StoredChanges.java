package io.gigafs.server.data;

import io.gigafs.index.Name;
import io.gigafs.protocol.Answer;
import io.gigafs.protocol.Caller;
import io.gigafs.protocol.Mutation;
import io.gigafs.protocol.Result;
import io.gigafs.protocol.namespace.AttributeChange;
import io.gigafs.protocol.quota.QuotaUsage;
import io.gigafs.rpc.Exchange;
import io.gigafs.server.access.AttributeRules;
import io.gigafs.server.context.ServerContext;
import io.gigafs.server.crash.CrashPoint;
import io.gigafs.server.openstate.OpenState;
import io.gigafs.server.partition.CommitBatch;
import io.gigafs.server.partition.PartitionOperation.Decision;
import io.gigafs.server.partition.PartitionState;
import io.gigafs.server.partition.StoreErrors;
import io.gigafs.server.quota.Quotas;
import io.gigafs.tablefs.Attributes;
import io.gigafs.tablefs.EntryKey;
import io.gigafs.volume.DataLocation;
import io.gigafs.volume.ObjectStatus;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Attribute changes of files whose bytes are objects on volumes: chmod(2), chown(2), utimensat(2),
 * truncate(2). Used on the file's lane.
 *
 * <p>The object is truncated while its file is durably marked as unsettled; so after any crash the
 * file's size is that of the object, before or after the change. Then the request is decided again,
 * and the entry gets the size. A file that is not open is truncated to zero without its volume: it
 * becomes an inline one.
 */
public final class StoredChanges {
  private static final int RETRY_LATER_MILLIS = 10;

  private final ServerContext context;
  private final ServerVolumes volumes;
  private final Quotas quotas;
  private final OwnersOfObjects owners;
  private final Measures measures;

  public StoredChanges(
      ServerContext context, ServerVolumes volumes, Quotas quotas, Measures measures) {
    this.context = context;
    this.volumes = volumes;
    this.quotas = quotas;
    this.owners = new OwnersOfObjects(context, volumes);
    this.measures = measures;
  }

  /**
   * A permitted request.
   *
   * @param file the current attributes of a stored file
   * @param again decides the request again, with the volume's answer
   * @param result makes the client's result from the file's new attributes
   */
  public record Asked<R extends Result>(
      Mutation<R> request,
      Exchange<R> exchange,
      PartitionState partition,
      Name name,
      Attributes file,
      AttributeChange change,
      Caller caller,
      Consumer<ObjectProbe> again,
      Function<Attributes, R> result) {}

  /**
   * Decides a request.
   *
   * @param probe the volume's answer for it, null if it was not asked yet
   */
  public <R extends Result> Decision decide(
      Asked<R> asked, @Nullable ObjectProbe probe, CommitBatch commitBatch) {
    PartitionState partition = asked.partition();
    Attributes file = asked.file();
    Long size = asked.change().size();
    if (size != null && size == 0 && mayBecomeInline(partition, asked.name(), file)) {
      Attributes emptied =
          empty(partition, asked.name(), file, asked.change(), asked.caller(), commitBatch);
      return settle(asked, asked.exchange(), emptied, commitBatch);
    }
    QuotaUsage need = new QuotaUsage(0, size == null ? 0 : Math.max(0, size - file.size()));
    Quotas.Verdict verdict = quotas.prepay(partition, commitBatch, asked.exchange(), need);
    if (verdict == Quotas.Verdict.WAIT) {
      return Decision.WAIT;
    }
    if (verdict == Quotas.Verdict.REFUSED) {
      commitBatch.settle(partition, asked.request(), asked.exchange(), Quotas.overQuota());
      return Decision.TAKEN;
    }
    boolean isAskedFirst = size != null || StoredFiles.isMeasured(file);
    if (isAskedFirst && !isAboutItsObject(probe, partition, asked.name(), commitBatch)) {
      ask(
          partition,
          asked.name(),
          file,
          size,
          asked.caller(),
          asked.exchange(),
          asked.again(),
          commitBatch);
      return Decision.TAKEN;
    }
    boolean needsObject = size != null || (isAskedFirst && asked.change().modified() != null);
    if (needsObject && probe != null && probe.failure() != null) {
      measures.settleSoon(partition, asked.name(), file, commitBatch);
      commitBatch.answer(asked.exchange(), VolumeErrors.answer(probe.failure()));
      return Decision.TAKEN;
    }
    Attributes changed =
        apply(
            partition,
            asked.name(),
            file,
            asked.change(),
            asked.caller(),
            isAskedFirst ? probe : null,
            commitBatch);
    boolean passesOn =
        changed.mode() != file.mode() || changed.uid() != file.uid() || changed.gid() != file.gid();
    return settle(
        asked,
        passesOn
            ? owners.passing(asked.exchange(), partition, asked.name(), changed, commitBatch)
            : asked.exchange(),
        changed,
        commitBatch);
  }

  private static <R extends Result> Decision settle(
      Asked<R> asked, Exchange<R> answerTo, Attributes changed, CommitBatch commitBatch) {
    commitBatch.settle(
        asked.partition(),
        asked.request(),
        answerTo,
        new Answer.Done<>(asked.result().apply(changed)));
    return Decision.TAKEN;
  }

  /** Whether truncating a file to zero may replace its object: it is not open and not exposed. */
  public static boolean mayBecomeInline(PartitionState partition, Name name, Attributes file) {
    return !file.has(Attributes.EXPOSED) && !partition.openState().isHeld(name);
  }

  /** Whether a probe is of the file's current object. */
  public static boolean isAboutItsObject(
      @Nullable ObjectProbe probe, PartitionState partition, Name name, CommitBatch commitBatch) {
    return probe != null
        && probe
            .location()
            .equals(StoredFiles.row(commitBatch.batch(), partition.keyOf(name)).location());
  }

  /** Turns a file into an empty inline one. */
  public static Attributes empty(
      PartitionState partition,
      Name name,
      Attributes file,
      AttributeChange change,
      Caller caller,
      CommitBatch commitBatch) {
    Attributes emptied =
        StoredFiles.empty(
            commitBatch.batch(),
            partition.keyOf(name),
            AttributeRules.apply(file, change, caller, commitBatch.wallNanos()));
    partition.entryChanged(commitBatch, file, emptied);
    return emptied;
  }

  /**
   * Asks the file's volume about its object, after truncating it if a size is given. While an
   * object is being truncated, no other request and no retry of the same one truncates it: that
   * could happen late, after the client had its answer and has written again.
   *
   * @param caller on whose behalf it is truncated
   * @param failures answered if the store fails; with a retry if the object is being truncated
   * @param then called with the volume's answer, on any thread
   */
  public <R extends Result> void ask(
      PartitionState partition,
      Name name,
      Attributes file,
      @Nullable Long size,
      Caller caller,
      Exchange<R> failures,
      Consumer<ObjectProbe> then,
      CommitBatch commitBatch) {
    EntryKey key = partition.keyOf(name);
    DataLocation location = StoredFiles.row(commitBatch.batch(), key).location();
    commitBatch.onFailure((code, detail) -> failures.answer(new Answer.Failed<>(code, detail)));
    if (size == null) {
      Writers writers = Writers.of(partition, name, file.inode());
      commitBatch.afterCommit(() -> call(location, writers, null, then));
      return;
    }
    if (partition.openState().isBeingCut(file.inode())) {
      commitBatch.answer(failures, new Answer.Retry<>(RETRY_LATER_MILLIS));
      return;
    }
    Writers writers = Writers.beginCut(partition, name, file.inode());
    OpenState openState = partition.openState().find(name);
    if (openState != null) {
      openState.objectCut();
    }
    commitBatch.onFailure(writers::endCut);
    Runnable endCut = () -> context.lanes().of(partition.slot()).submit(later -> writers.endCut());
    Attributes unsettled =
        StoredFiles.unsettle(commitBatch.batch(), key, file, caller.isSuperuser());
    if (partition.usage().share() != null) {
      // A quota counts the new size before the object has it.
      unsettled = StoredFiles.count(commitBatch.batch(), key, unsettled, size);
    }
    partition.entryChanged(commitBatch, file, unsettled);
    commitBatch.afterCommit(
        () -> {
          context.reached(CrashPoint.TRUNCATE_BEGUN);
          context
              .syncs()
              .sync(
                  failure -> {
                    if (failure == null) {
                      context.reached(CrashPoint.TRUNCATE_DURABLE);
                      call(
                          location,
                          writers,
                          size,
                          probe -> {
                            endCut.run();
                            then.accept(probe);
                          });
                    } else {
                      endCut.run();
                      failures.answer(
                          new Answer.Failed<>(
                              StoreErrors.codeOf(failure), StoreErrors.detailOf(failure)));
                    }
                  });
        });
  }

  private void call(
      DataLocation location, Writers writers, @Nullable Long size, Consumer<ObjectProbe> then) {
    volumes
        .call(
            location.volume(),
            volume -> {
              if (size != null) {
                volume.truncate(location.path(), size);
                context.reached(CrashPoint.TRUNCATE_DONE);
              }
              return volume.status(location.path());
            })
        .whenComplete(
            (status, failure) -> then.accept(ObjectProbe.of(location, writers, status, failure)));
  }

  /**
   * Applies a change to a file that keeps its location.
   *
   * @param probe the volume's answer to a request for this change; null if it was not asked
   */
  public Attributes apply(
      PartitionState partition,
      Name name,
      Attributes file,
      AttributeChange change,
      Caller caller,
      @Nullable ObjectProbe probe,
      CommitBatch commitBatch) {
    EntryKey key = partition.keyOf(name);
    OpenState openState = partition.openState().find(name);
    ObjectStatus object = probe == null ? null : probe.status();
    Attributes measured =
        probe == null || object == null
            ? file
            : measured(partition, name, file, change, caller, probe.writers(), object, commitBatch);
    if (openState != null && change.size() != null) {
      openState.sizeChanged();
    }
    Attributes applied = AttributeRules.apply(measured, change, caller, commitBatch.wallNanos());
    Attributes changed = object == null ? applied : applied.withSize(measured.size());
    commitBatch.batch().putEntry(key, changed);
    partition.entryChanged(commitBatch, file, changed);
    return changed;
  }

  /**
   * Applies the volume's answer. If the file's last writer has gone meanwhile, the file stays
   * unsettled and is measured again, as the last writes may be missing.
   */
  private Attributes measured(
      PartitionState partition,
      Name name,
      Attributes file,
      AttributeChange change,
      Caller caller,
      Writers writers,
      ObjectStatus object,
      CommitBatch commitBatch) {
    EntryKey key = partition.keyOf(name);
    OpenState openState = partition.openState().find(name);
    boolean isWritten = Writers.isAny(partition, name, file.inode());
    boolean isSettled = writers.areNoneSince(partition, name);
    Attributes found =
        isSettled || file.has(Attributes.UNSETTLED)
            ? file
            : StoredFiles.unsettle(commitBatch.batch(), key, file, caller.isSuperuser());
    boolean mayBeAppended = isWritten && change.size() == null && !found.has(Attributes.EXPOSED);
    long least = mayBeAppended ? StoredFiles.leastSize(commitBatch.batch(), key, found) : 0;
    ObjectStatus known =
        least > object.size()
            ? new ObjectStatus(least, object.modifiedNanos(), object.holes())
            : object;
    long granted = openState == null ? 0 : openState.grantedEnd();
    Attributes measured =
        StoredFiles.settle(commitBatch.batch(), key, found, known, isSettled, null, granted);
    if (!isSettled && !isWritten) {
      measures.settleSoon(partition, name, measured, commitBatch);
    }
    return measured;
  }
}
