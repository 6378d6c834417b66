package io.gigafs.rpc;

import static org.assertj.core.api.Assertions.assertThat;

import io.gigafs.index.InodeId;
import io.gigafs.index.Name;
import io.gigafs.index.NameList;
import io.gigafs.index.PartitionIndex;
import io.gigafs.index.Position;
import io.gigafs.protocol.Caller;
import io.gigafs.protocol.FileHandle;
import io.gigafs.protocol.Request;
import io.gigafs.protocol.bulk.ReadFilesRequest;
import io.gigafs.protocol.cluster.StatusRequest;
import io.gigafs.protocol.file.ReadFileRequest;
import io.gigafs.protocol.file.ReadRequest;
import io.gigafs.protocol.namespace.GetXattrsRequest;
import io.gigafs.protocol.namespace.ListRequest;
import io.gigafs.protocol.namespace.Xattr;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests for the memory that is claimed for an answer before it is known. */
final class AnswerSizesTest {
  private static final int INLINE = 96 << 10;
  private static final Name NAME = Name.of("f");

  private final AnswerSizes sizes = new AnswerSizes(INLINE);

  private static ListRequest list(int maxBytes) {
    return new ListRequest(
        InodeId.ROOT, PartitionIndex.ZEROTH, Caller.ROOT, new Position(0), null, maxBytes, true);
  }

  private static GetXattrsRequest xattrs(@org.jspecify.annotations.Nullable String xattr) {
    return new GetXattrsRequest(
        InodeId.ROOT, PartitionIndex.ZEROTH, Caller.ROOT, NAME, true, xattr, null);
  }

  private static ReadFilesRequest readFiles(int maxBytes) {
    return new ReadFilesRequest(
        InodeId.ROOT, PartitionIndex.ZEROTH, Caller.ROOT, NameList.of(List.of(NAME)), maxBytes);
  }

  @ParameterizedTest
  @ValueSource(ints = {4_096, 65_536, 256 << 10})
  void listingPagesClaimTheRequestedSize(int bytes) {
    assertThat(sizes.of(list(bytes))).isBetween(bytes, bytes + 4_096);
  }

  @Test
  void readAnswersClaimInlineFileBytes() {
    List<Request<?>> reads =
        List.of(
            new ReadRequest(
                InodeId.ROOT,
                PartitionIndex.ZEROTH,
                Caller.ROOT,
                NAME,
                new FileHandle(new InodeId(7), 1, 1)),
            new ReadFileRequest(InodeId.ROOT, PartitionIndex.ZEROTH, Caller.ROOT, NAME));
    assertThat(reads).allSatisfy(read -> assertThat(sizes.of(read)).isGreaterThan(INLINE));
    assertThat(sizes.of(readFiles(1 << 20))).isGreaterThan(1 << 20);
    assertThat(sizes.of(readFiles(0))).isGreaterThan(INLINE);
  }

  /** A file has at most 256 KiB of xattr names and values. */
  @Test
  void xattrAnswersClaimAllXattrs() {
    assertThat(sizes.of(xattrs(null))).isGreaterThan(256 << 10);
    assertThat(sizes.of(xattrs("user.x"))).isGreaterThan(Xattr.MAX_VALUE_BYTES);
  }

  @Test
  void statusAnswersClaimAMebibyte() {
    assertThat(sizes.of(new StatusRequest(true))).isGreaterThanOrEqualTo(1 << 20);
  }
}
