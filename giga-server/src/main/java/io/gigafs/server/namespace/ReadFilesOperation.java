package io.gigafs.server.namespace;

import io.gigafs.index.Name;
import io.gigafs.protocol.Answer;
import io.gigafs.protocol.bulk.ReadFilesRequest;
import io.gigafs.protocol.bulk.ReadFilesResult;
import io.gigafs.protocol.bulk.ReadFilesResult.Contents;
import io.gigafs.protocol.bulk.ReadFilesResult.Outcome;
import io.gigafs.protocol.bulk.ReadFilesResult.Refused;
import io.gigafs.protocol.bulk.ReadFilesResult.Unread;
import io.gigafs.protocol.file.FileData;
import io.gigafs.protocol.file.ReadFileRequest.ReadFileResult;
import io.gigafs.rpc.Exchange;
import io.gigafs.server.entry.Admission;
import io.gigafs.server.partition.CommitBatch;
import io.gigafs.server.partition.PartitionOperation;
import io.gigafs.server.partition.PartitionState;
import io.gigafs.server.partition.StoreErrors;
import io.gigafs.tablefs.EntryKey;
import io.gigafs.tablefs.StoreException;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads many inline files of one partition. Each succeeds or fails by itself; other files, and
 * those that no longer fit into the answer, are skipped.
 */
final class ReadFilesOperation implements PartitionOperation<ReadFilesRequest, ReadFilesResult> {
  private static final Logger LOG = LoggerFactory.getLogger(ReadFilesOperation.class);

  /** Maximum number of bytes of files, whatever is asked for, as the lane has other requests. */
  private static final int MAX_BYTES = 1 << 20;

  /** Number of files that the store reads at once; some of the last ones may not fit. */
  private static final int READ_AT_ONCE = 64;

  private final ReadFileOperation reading;

  ReadFilesOperation(ReadFileOperation reading) {
    this.reading = reading;
  }

  @Override
  public Decision decide(
      ReadFilesRequest request,
      Exchange<ReadFilesResult> exchange,
      PartitionState partition,
      CommitBatch commitBatch) {
    for (Name name : request.names()) {
      if (partition.owns(name) && partition.isUndecided(name)) {
        return Decision.WAIT;
      }
    }
    Admission.ensureBorn(partition, commitBatch);
    commitBatch.done(exchange, read(request, partition, commitBatch));
    return Decision.TAKEN;
  }

  @Override
  public boolean isRead() {
    return true;
  }

  private ReadFilesResult read(
      ReadFilesRequest request, PartitionState partition, CommitBatch commitBatch) {
    int room = Math.min(request.maxBytes(), MAX_BYTES);
    List<Outcome> outcomes = new ArrayList<>(request.names().size());
    boolean isElsewhere = false;
    List<Name> names = request.names();
    for (int i = 0; i < names.size(); i++) {
      Name name = names.get(i);
      if (i % READ_AT_ONCE == 0 && room > 0) {
        readAhead(
            names.subList(i, Math.min(names.size(), i + READ_AT_ONCE)), partition, commitBatch);
      }
      if (!partition.owns(name)) {
        outcomes.add(Unread.ELSEWHERE);
        isElsewhere = true;
      } else if (room <= 0) {
        outcomes.add(Unread.LATER);
      } else {
        Outcome outcome = read(request, name, partition, commitBatch);
        room -= outcome instanceof Contents contents ? contents.data().bytes().length : 0;
        outcomes.add(outcome);
      }
    }
    commitBatch.batch().readAhead(List.of(), true);
    return new ReadFilesResult(outcomes, isElsewhere ? partition.map() : null);
  }

  private static void readAhead(
      List<Name> names, PartitionState partition, CommitBatch commitBatch) {
    List<EntryKey> keys = new ArrayList<>(names.size());
    for (Name name : names) {
      if (partition.owns(name)) {
        keys.add(partition.keyOf(name));
      }
    }
    try {
      commitBatch.batch().readAhead(keys, true);
    } catch (StoreException e) {
      LOG.debug("reading ahead failed; each file is read by itself, and reports its failure", e);
    }
  }

  private Outcome read(
      ReadFilesRequest request, Name name, PartitionState partition, CommitBatch commitBatch) {
    try {
      var answer = reading.read(request.caller(), name, partition, commitBatch);
      if (answer instanceof Answer.Done<ReadFileResult> done) {
        return done.result().data() instanceof FileData.Inline inline
            ? new Contents(done.result().file().attributes().size(), inline)
            : Unread.ALONE;
      }
      return new Refused(((Answer.Failed<ReadFileResult>) answer).code());
    } catch (StoreException e) {
      StoreErrors.log(LOG, "file " + name + " could not be read", e);
      return new Refused(StoreErrors.codeOf(e));
    }
  }
}
