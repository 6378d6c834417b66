package io.gigafs.client.bulk;

import io.gigafs.client.FileContents;
import io.gigafs.client.request.PartitionCall;
import io.gigafs.index.InodeId;
import io.gigafs.index.Name;
import io.gigafs.index.PartitionIndex;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.GigaException;
import io.gigafs.protocol.Request;
import io.gigafs.protocol.bulk.ReadFilesRequest;
import io.gigafs.protocol.bulk.ReadFilesResult;
import io.gigafs.protocol.bulk.ReadFilesResult.Contents;
import io.gigafs.protocol.bulk.ReadFilesResult.Outcome;
import io.gigafs.protocol.bulk.ReadFilesResult.Refused;
import io.gigafs.protocol.bulk.ReadFilesResult.Unread;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.agrona.collections.IntArrayList;

/**
 * Some of the names of a {@link BulkRead}, sent to the partition that holds the first of them and,
 * as far as known, the others. Used by one thread at a time.
 */
final class BulkReadCall extends PartitionCall<ReadFilesResult> {
  private final BulkRead bulk;
  private final int[] places;

  BulkReadCall(BulkRead bulk, int[] places) {
    super(bulk.context(), bulk.operation());
    this.bulk = bulk;
    this.places = places;
  }

  void begin(InodeId directory) {
    start(directory, bulk.name(places[0]).hash());
  }

  @Override
  protected Request<ReadFilesResult> request(InodeId directory, PartitionIndex partition) {
    List<Name> names = Arrays.stream(places).mapToObj(bulk::name).toList();
    return new ReadFilesRequest(
        directory, partition, operation().caller(), names, BulkRead.MAX_BYTES);
  }

  @Override
  protected void done(ReadFilesResult result) {
    if (result.outcomes().size() != places.length) {
      failed(
          operation()
              .failure(
                  ErrorCode.EIO,
                  "the server answered for "
                      + result.outcomes().size()
                      + " files, not "
                      + places.length));
      return;
    }
    IntArrayList here = new IntArrayList();
    IntArrayList elsewhere = new IntArrayList();
    IntArrayList later = new IntArrayList();
    List<FileContents> read = new ArrayList<>(places.length);
    long bytes = 0;
    for (int i = 0; i < places.length; i++) {
      Outcome outcome = result.outcomes().get(i);
      if (outcome == Unread.ELSEWHERE) {
        elsewhere.addInt(places[i]);
      } else if (outcome == Unread.LATER) {
        later.addInt(places[i]);
      } else {
        FileContents contents = contents(outcome);
        here.addInt(places[i]);
        read.add(contents);
        bytes += contents.bytes() == null ? 0 : contents.bytes().length;
      }
    }
    bulk.hasRead(read.size(), bytes);
    if (!elsewhere.isEmpty()) {
      bulk.sendElsewhere(elsewhere.toIntArray(), partition(), result.map());
    }
    if (!later.isEmpty()) {
      bulk.sendAnew(later.toIntArray());
    }
    bulk.ended(here.toIntArray(), read, null);
  }

  private static FileContents contents(Outcome outcome) {
    if (outcome instanceof Contents contents) {
      byte[] whole = WholeBytes.of(contents.data(), contents.size());
      return whole == null ? FileContents.of(ErrorCode.EIO) : FileContents.of(whole);
    }
    return outcome instanceof Refused refused
        ? FileContents.of(refused.code())
        : FileContents.TO_BE_READ_ALONE;
  }

  @Override
  protected void failed(GigaException failure) {
    ErrorCode code = failure.code() == ErrorCode.ESTALE ? ErrorCode.ENOENT : failure.code();
    bulk.ended(places, Collections.nCopies(places.length, FileContents.of(code)), failure);
  }
}
