package io.gigafs.server.transaction;

import static org.assertj.core.api.Assertions.assertThat;

import io.gigafs.access.Acl;
import io.gigafs.access.DirectoryAcls;
import io.gigafs.index.InodeId;
import io.gigafs.index.Name;
import io.gigafs.index.PartitionIndex;
import io.gigafs.protocol.Sequence;
import io.gigafs.protocol.namespace.Xattr;
import io.gigafs.server.access.XattrName;
import io.gigafs.tablefs.Attributes;
import io.gigafs.tablefs.FileType;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A stored {@link DirectoryChangeIntent} contains all that is needed to complete the change. */
class DirectoryChangeIntentTest {
  private static final Acl LIST =
      new Acl(7, List.of(new Acl.Named(7, 7)), 5, List.of(new Acl.Named(-1, 1)), 5, 0);

  private static final Attributes ATTRIBUTES =
      new Attributes(77, FileType.DIRECTORY, 01755, 5, -1, 3, 4, 9, -8, 7, 0, Attributes.XATTRS, 6);

  static Stream<DirectoryChangeIntent> intents() {
    byte[] largest = new byte[Xattr.MAX_VALUE_BYTES];
    Arrays.fill(largest, (byte) 3);
    XattrName name = Objects.requireNonNull(XattrName.parse("user.ä"));
    return Stream.of(
        intent(DirectoryAcls.NONE, null),
        intent(new DirectoryAcls(LIST.besideMode(), LIST), null),
        intent(DirectoryAcls.NONE, new DirectoryChangeIntent.XattrChange(name, null)),
        intent(DirectoryAcls.NONE, new DirectoryChangeIntent.XattrChange(name, new byte[0])),
        intent(
            new DirectoryAcls(null, LIST), new DirectoryChangeIntent.XattrChange(name, largest)));
  }

  private static DirectoryChangeIntent intent(
      DirectoryAcls acls, DirectoryChangeIntent.@Nullable XattrChange xattr) {
    return new DirectoryChangeIntent(
        InodeId.ROOT,
        new PartitionIndex(3),
        Name.of("name"),
        ATTRIBUTES,
        acls,
        xattr,
        true,
        false,
        -6,
        new Sequence(9, 8),
        77);
  }

  @ParameterizedTest
  @MethodSource("intents")
  void decodingReversesEncoding(DirectoryChangeIntent intent) {
    DirectoryChangeIntent decoded = DirectoryChangeIntent.decode(intent.encode());
    assertThat(decoded).usingRecursiveComparison().isEqualTo(intent);
  }
}
