package io.gigafs.server.partition;

import static org.assertj.core.api.Assertions.assertThat;

import io.gigafs.index.InodeId;
import io.gigafs.index.Name;
import io.gigafs.index.NameList;
import io.gigafs.index.PartitionIndex;
import io.gigafs.index.Position;
import io.gigafs.protocol.Caller;
import io.gigafs.protocol.FileHandle;
import io.gigafs.protocol.Notice;
import io.gigafs.protocol.Request.PartitionRequest;
import io.gigafs.protocol.Sequence;
import io.gigafs.protocol.bulk.BulkRequest;
import io.gigafs.protocol.data.SyncObjectRequest;
import io.gigafs.protocol.lease.DelegateRequest;
import io.gigafs.protocol.lease.DelegatedUnlinksRequest;
import io.gigafs.protocol.namespace.ListRequest;
import io.gigafs.protocol.namespace.ListRequest.ListResult;
import io.gigafs.protocol.namespace.LookupRequest;
import io.gigafs.protocol.namespace.PartitionAttributesRequest;
import io.gigafs.protocol.namespace.UnlinkRequest;
import io.gigafs.protocol.transaction.FreezePartitionRequest;
import io.gigafs.rpc.Exchange;
import io.gigafs.rpc.Peer;
import io.gigafs.tablefs.PartitionKey;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Which requests conflict with leases in modes COPY and WRITE. */
class LeaseBookTest {
  private static final InodeId DIRECTORY = InodeId.of(0, 100);
  private static final Name COPIED = Name.of("copied");
  private static final Name OTHER = Name.of("other");
  private static final long HOLDER = 1;
  private static final long STRANGER = 2;

  private final LeaseBook book =
      new LeaseBook(
          new PartitionKey(0, DIRECTORY.value(), 0), NoRecalls.recaller(), new ParkedRequests(), 0);

  /** An operation that is asked for nothing but its kind. */
  private record Kind(boolean isRead)
      implements PartitionOperation<PartitionRequest<ListResult>, ListResult> {
    @Override
    public Decision decide(
        PartitionRequest<ListResult> request,
        Exchange<ListResult> exchange,
        PartitionState partition,
        CommitBatch commitBatch) {
      throw new AssertionError("it is decided");
    }
  }

  private boolean admitsRead(PartitionRequest<?> request, long client) {
    return book.admits(request, new Kind(true), client);
  }

  private boolean admitsChange(PartitionRequest<?> request, long client) {
    return book.admits(request, new Kind(false), client);
  }

  private static LookupRequest lookup(Name name) {
    return new LookupRequest(
        DIRECTORY, PartitionIndex.ZEROTH, Caller.ROOT, name, false, false, false);
  }

  private static UnlinkRequest unlink(Name name) {
    return new UnlinkRequest(
        DIRECTORY, PartitionIndex.ZEROTH, Caller.ROOT, new Sequence(1, 0), name, null);
  }

  private static ListRequest list() {
    return new ListRequest(
        DIRECTORY, PartitionIndex.ZEROTH, Caller.ROOT, Position.FIRST, null, 1_000, false);
  }

  private static PartitionAttributesRequest attributes() {
    return new PartitionAttributesRequest(DIRECTORY, PartitionIndex.ZEROTH, Caller.ROOT, false);
  }

  private static SyncObjectRequest byHandle(Name name) {
    return new SyncObjectRequest(
        DIRECTORY,
        PartitionIndex.ZEROTH,
        Caller.ROOT,
        name,
        new FileHandle(InodeId.of(0, 101), 1, 1),
        false);
  }

  private static BulkRequest flush(Name name) {
    return new DelegatedUnlinksRequest(
        DIRECTORY,
        PartitionIndex.ZEROTH,
        Caller.ROOT,
        0,
        new long[] {1},
        NameList.of(List.of(name)),
        new long[] {5},
        new long[] {5});
  }

  private static FreezePartitionRequest freeze() {
    return new FreezePartitionRequest(DIRECTORY, PartitionIndex.ZEROTH, 1, OTHER);
  }

  private static DelegateRequest delegate() {
    return new DelegateRequest(DIRECTORY, PartitionIndex.ZEROTH, Caller.ROOT);
  }

  private static Peer peer(long client) {
    return new Peer() {
      @Override
      public long clientId() {
        return client;
      }

      @Override
      public void send(Notice notice) {
        throw new AssertionError("a lease is asked back");
      }

      @Override
      public String address() {
        return "a test";
      }
    };
  }

  @Test
  void everythingIsAdmittedWithoutLeases() {
    assertThat(book.isAnythingOut()).isFalse();
    assertThat(book.isEmpty()).isTrue();
    assertThat(admitsRead(list(), STRANGER)).isTrue();
    assertThat(admitsChange(unlink(COPIED), STRANGER)).isTrue();
    assertThat(admitsChange(freeze(), STRANGER)).isTrue();
  }

  @Test
  void leaseOnAnEntryHoldsUpNoRequest() {
    assertThat(book.grant(COPIED, peer(HOLDER), 0)).isEqualTo(LeaseBook.LEASE_MILLIS);
    assertThat(book.isAnythingOut()).isFalse();
    assertThat(book.isEmpty()).isFalse();
    assertThat(admitsChange(unlink(COPIED), STRANGER)).isTrue();
    assertThat(book.outstandingMillis(0)).isEqualTo(LeaseBook.LEASE_MILLIS);
  }

  @Test
  void delegationAdmitsTheHoldersRequestsForNames() {
    book.delegation().grant(peer(HOLDER), 1, 0);
    assertThat(book.isAnythingOut()).isTrue();
    assertThat(admitsRead(lookup(OTHER), HOLDER)).isTrue();
    assertThat(admitsRead(attributes(), HOLDER)).isTrue();
    assertThat(admitsChange(unlink(OTHER), HOLDER)).isTrue();
    assertThat(admitsChange(flush(OTHER), HOLDER)).isTrue();
    assertThat(admitsChange(delegate(), HOLDER)).isTrue();
    assertThat(admitsRead(list(), HOLDER)).isFalse();
    assertThat(admitsChange(freeze(), HOLDER)).isFalse();
  }

  @Test
  void delegationAdmitsOnlyRequestsByHandleOfOthers() {
    book.delegation().grant(peer(HOLDER), 1, 0);
    assertThat(admitsRead(lookup(OTHER), STRANGER)).isFalse();
    assertThat(admitsRead(attributes(), STRANGER)).isFalse();
    assertThat(admitsChange(unlink(OTHER), STRANGER)).isFalse();
    assertThat(admitsChange(flush(OTHER), STRANGER)).isFalse();
    assertThat(admitsChange(delegate(), STRANGER)).isFalse();
    assertThat(admitsChange(byHandle(OTHER), STRANGER)).isTrue();
  }

  @Test
  void copiesAdmitReadsAndChangesOfOtherNames() {
    book.copies().offer(COPIED, 7);
    book.copies().begin(1, 0);
    assertThat(admitsRead(lookup(COPIED), STRANGER)).isTrue();
    assertThat(admitsRead(list(), STRANGER)).isTrue();
    assertThat(admitsChange(unlink(OTHER), STRANGER)).isTrue();
    assertThat(admitsChange(unlink(COPIED), STRANGER)).isFalse();
    assertThat(admitsChange(delegate(), STRANGER)).isFalse();
    assertThat(admitsChange(freeze(), STRANGER)).isFalse();
  }

  /** They determine their names themselves, and check each. */
  @Test
  void copiesAdmitBulkRequestsAndRequestsByHandle() {
    book.copies().offer(COPIED, 7);
    book.copies().begin(1, 0);
    assertThat(admitsChange(flush(COPIED), STRANGER)).isTrue();
    assertThat(admitsChange(byHandle(COPIED), STRANGER)).isTrue();
  }
}
