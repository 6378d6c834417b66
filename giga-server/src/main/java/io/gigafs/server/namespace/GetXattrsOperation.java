package io.gigafs.server.namespace;

import io.gigafs.access.Acl;
import io.gigafs.protocol.Answer;
import io.gigafs.protocol.Caller;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.namespace.GetXattrsRequest;
import io.gigafs.protocol.namespace.GetXattrsRequest.XattrsResult;
import io.gigafs.protocol.namespace.Xattr;
import io.gigafs.rpc.Exchange;
import io.gigafs.server.access.XattrName;
import io.gigafs.server.access.XattrRules;
import io.gigafs.server.entry.Admission;
import io.gigafs.server.entry.EntryAcls;
import io.gigafs.server.entry.NamedFile;
import io.gigafs.server.entry.XattrRows;
import io.gigafs.server.partition.CommitBatch;
import io.gigafs.server.partition.PartitionOperation;
import io.gigafs.server.partition.PartitionState;
import io.gigafs.tablefs.Attributes;
import io.gigafs.tablefs.EntryKey;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Returns extended attributes of a file: one, or all that are visible to the caller. */
final class GetXattrsOperation implements PartitionOperation<GetXattrsRequest, XattrsResult> {
  private static final byte[] NOTHING = {};

  @Override
  public Decision decide(
      GetXattrsRequest request,
      Exchange<XattrsResult> exchange,
      PartitionState partition,
      CommitBatch commitBatch) {
    @Nullable Decision decided = Admission.toRead(request.name(), exchange, partition, commitBatch);
    if (decided != null) {
      return decided;
    }
    commitBatch.answer(
        exchange, answer(request, exchange.peer().clientId(), partition, commitBatch));
    return Decision.TAKEN;
  }

  @Override
  public boolean isRead() {
    return true;
  }

  private static Answer<XattrsResult> answer(
      GetXattrsRequest request, long client, PartitionState partition, CommitBatch commitBatch) {
    String wanted = request.xattr();
    @Nullable ErrorCode refused = wanted == null ? null : XattrName.refuse(wanted);
    if (refused != null) {
      return new Answer.Failed<>(refused, "");
    }
    EntryKey key = partition.keyOf(request.name());
    Attributes found = commitBatch.batch().getEntry(key);
    refused = NamedFile.refuse(request, client, partition, found);
    if (refused != null || found == null) {
      return new Answer.Failed<>(refused == null ? ErrorCode.ENOENT : refused, "");
    }
    Acl acl = EntryAcls.accessOf(commitBatch.batch(), key, found);
    return wanted == null
        ? new Answer.Done<>(
            new XattrsResult(listed(key, found, acl, request.caller(), commitBatch)))
        : one(wanted, key, found, acl, request.caller(), commitBatch);
  }

  private static Answer<XattrsResult> one(
      String wanted,
      EntryKey key,
      Attributes file,
      @Nullable Acl acl,
      Caller caller,
      CommitBatch commitBatch) {
    @Nullable XattrName name = XattrName.parse(wanted);
    if (name == null) {
      return new Answer.Failed<>(ErrorCode.EOPNOTSUPP, "");
    }
    @Nullable ErrorCode refused = XattrRules.refuseRead(name, file, acl, caller);
    if (refused != null) {
      return new Answer.Failed<>(refused, "");
    }
    @Nullable Xattr xattr = XattrRows.get(commitBatch.batch(), key, file, name);
    return xattr == null
        ? new Answer.Failed<>(ErrorCode.ENODATA, "")
        : new Answer.Done<>(new XattrsResult(List.of(xattr)));
  }

  /** Visible attributes have no value if the caller may not read it. */
  private static List<Xattr> listed(
      EntryKey key, Attributes file, @Nullable Acl acl, Caller caller, CommitBatch commitBatch) {
    List<Xattr> listed = new ArrayList<>();
    XattrRows.all(commitBatch.batch(), key, file)
        .forEach(
            (name, value) -> {
              if (XattrRules.isListed(name, caller)) {
                boolean isReadable = XattrRules.refuseRead(name, file, acl, caller) == null;
                listed.add(new Xattr(name.text(), isReadable ? value : NOTHING));
              }
            });
    return listed;
  }
}
