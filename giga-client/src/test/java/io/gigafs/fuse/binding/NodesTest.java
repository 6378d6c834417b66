package io.gigafs.fuse.binding;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.gigafs.fuse.mounting.MountLab;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Tests the nodes that the kernel knows: their names, handles and states. */
class NodesTest {
  private static final long DIRECTORY = 10;
  private static final long FILE = 11;
  private static final long OTHER = 12;

  private final Nodes nodes = new Nodes(2);

  private void remember(long directory, String name, long inode, int type) {
    FuseAttributes attributes = new FuseAttributes();
    attributes.set(inode, type | 0755, 0, 0, 0, 1, 0, 0, 0, 0);
    nodes.remember(directory, name.getBytes(UTF_8), attributes);
  }

  private void tree() {
    remember(Nodes.ROOT, "d", DIRECTORY, StatModes.DIRECTORY);
    remember(DIRECTORY, "f", FILE, StatModes.REGULAR);
  }

  private static byte[] name(String name) {
    return name.getBytes(UTF_8);
  }

  /** The directory and the name by which a file is reached. */
  private @Nullable String place(long inode) {
    try (Nodes.Hold hold = nodes.hold(inode)) {
      FuseFile file = hold.file();
      return file.isNamed() ? file.parent() + "/" + new String(file.name(), UTF_8) : null;
    }
  }

  @Test
  void rootHasTheNodeNumberOfTheKernel() {
    assertThat(nodes.number(2)).isEqualTo(1);
    assertThat(nodes.number(1)).isEqualTo(2);
    try (Nodes.Hold hold = nodes.hold(Nodes.ROOT)) {
      assertThat(hold.file().isDirectory()).isTrue();
      assertThat(hold.file().inode()).isEqualTo(2);
    }
  }

  @Test
  void directoryLookupFollowsRenamesAndForgets() {
    assertThat(nodes.directoryAt(Nodes.ROOT, name("d"))).isZero();
    tree();
    assertThat(nodes.directoryAt(Nodes.ROOT, name("d"))).isEqualTo(DIRECTORY);
    nodes.renamed(Nodes.ROOT, name("d"), Nodes.ROOT, name("e"));
    assertThat(nodes.directoryAt(Nodes.ROOT, name("d"))).isZero();
    assertThat(nodes.directoryAt(Nodes.ROOT, name("e"))).isEqualTo(DIRECTORY);
    remember(Nodes.ROOT, "e", OTHER, StatModes.DIRECTORY);
    remember(Nodes.ROOT, "d", DIRECTORY, StatModes.DIRECTORY);
    nodes.exchanged(Nodes.ROOT, name("d"), Nodes.ROOT, name("e"));
    assertThat(nodes.directoryAt(Nodes.ROOT, name("d"))).isEqualTo(OTHER);
    assertThat(nodes.directoryAt(Nodes.ROOT, name("e"))).isEqualTo(DIRECTORY);
    nodes.unlinked(Nodes.ROOT, name("e"));
    assertThat(nodes.directoryAt(Nodes.ROOT, name("e"))).isZero();
    nodes.forget(OTHER, 1);
    assertThat(nodes.directoryAt(Nodes.ROOT, name("d"))).isZero();
  }

  @Test
  void onlyTheFirstOpenHandleWritesDirectly() {
    tree();
    assertThat(nodes.writeDirectly(FILE, 1)).isFalse();
    nodes.opened(FILE, 1);
    assertThat(nodes.writeDirectly(FILE, 1)).isTrue();
    assertThat(nodes.isWrittenBesidePages(FILE, 1)).isFalse();
    nodes.opened(FILE, 2);
    assertThat(nodes.writeDirectly(FILE, 2)).isFalse();
    assertThat(nodes.isWrittenBesidePages(FILE, 1)).isTrue();
    assertThat(nodes.isWrittenBesidePages(FILE, 2)).isFalse();
    nodes.closed(FILE, 2);
    assertThat(nodes.isWrittenBesidePages(FILE, 1)).isFalse();
    nodes.closed(FILE, 1);
    nodes.opened(FILE, 1);
    nodes.opened(FILE, 3);
    assertThat(nodes.isWrittenBesidePages(FILE, 1)).isFalse();
  }

  @Test
  void staleSizeIsPossibleOnlyIfTheKernelSawIt() {
    remember(Nodes.ROOT, "f", FILE, StatModes.REGULAR);
    assertThat(nodes.mayBeTakenForLess(FILE, 0)).isFalse();
    assertThat(nodes.mayBeTakenForLess(FILE, 5)).isTrue();
    nodes.dropped(FILE, found(5));
    assertThat(nodes.mayBeTakenForLess(FILE, 5)).isFalse();
    FuseAttributes attributes = new FuseAttributes();
    attributes.set(FILE, StatModes.REGULAR, 0, 0, 3, 1, 0, 0, 0, 0);
    nodes.seen(attributes);
    attributes.set(FILE, StatModes.REGULAR, 0, 0, 5, 1, 0, 0, 0, 0);
    nodes.seen(attributes);
    assertThat(nodes.mayBeTakenForLess(FILE, 5)).isTrue();
    assertThat(nodes.isKnownToKernel(FILE, found(5), 0)).isTrue();
    assertThat(nodes.mayBeTakenForLess(FILE, 5)).isFalse();
  }

  @Test
  void stateIsKnownOnceTheKernelCanHaveNoOther() {
    remember(Nodes.ROOT, "f", FILE, StatModes.REGULAR);
    assertThat(nodes.isKnownToKernel(FILE, found(0), Long.MAX_VALUE)).isTrue();
    assertThat(nodes.isKnownToKernel(FILE, found(5), Long.MAX_VALUE)).isFalse();
    FuseAttributes attributes = new FuseAttributes();
    attributes.set(FILE, StatModes.REGULAR, 0, 0, 5, 1, 0, 0, 0, 0);
    nodes.seen(attributes);
    // Of two concurrent answers, the kernel may have applied the earlier one last.
    assertThat(nodes.isKnownToKernel(FILE, found(5), Long.MAX_VALUE)).isFalse();
    assertThat(nodes.isKnownToKernel(FILE, found(5), 0)).isTrue();
    nodes.dropped(FILE, found(7));
    assertThat(nodes.isKnownToKernel(FILE, found(5), Long.MAX_VALUE)).isFalse();
    assertThat(nodes.isKnownToKernel(FILE, found(7), Long.MAX_VALUE)).isTrue();
    assertThat(nodes.isKnownToKernel(OTHER, found(0), 0)).isFalse();
  }

  private static FuseOpened found(long size) {
    FuseOpened opened = new FuseOpened();
    opened.found(size, 0, 0, true, true);
    return opened;
  }

  @Test
  void filesAreReachedByNameAndDirectoriesByNumber() {
    tree();
    assertThat(place(FILE)).isEqualTo("10/f");
    try (Nodes.Hold hold = nodes.hold(DIRECTORY)) {
      assertThat(hold.file().isDirectory()).isTrue();
      assertThat(hold.file().inode()).isEqualTo(DIRECTORY);
      assertThat(hold.file().isNamed()).isFalse();
    }
    remember(Nodes.ROOT, "o", OTHER, StatModes.REGULAR);
    assertThat(place(OTHER)).isEqualTo("2/o");
    try (Nodes.Hold hold = nodes.hold(99)) {
      assertThat(hold.file().isReachable()).isFalse();
    }
  }

  @Test
  void directoryRenameDoesNotWaitForFilesInUse() {
    tree();
    Nodes.Hold use = nodes.hold(FILE);
    nodes.holdNames(Nodes.ROOT, name("d"), Nodes.ROOT, name("e")).close();
    nodes.renamed(Nodes.ROOT, name("d"), Nodes.ROOT, name("e"));
    use.close();
    assertThat(place(FILE)).isEqualTo("10/f");
  }

  @Test
  void nameMovesToTheFileSeenLast() {
    tree();
    remember(DIRECTORY, "f", OTHER, StatModes.REGULAR);
    assertThat(place(OTHER)).isEqualTo("10/f");
    assertThat(place(FILE)).isNull();
    remember(DIRECTORY, "f", 20, StatModes.DIRECTORY);
    assertThat(place(OTHER)).isNull();
  }

  @Test
  void unlinkKeepsTheOtherNamesOfAFile() {
    tree();
    remember(Nodes.ROOT, "g", FILE, StatModes.REGULAR);
    assertThat(place(FILE)).isEqualTo("2/g");
    nodes.unlinked(Nodes.ROOT, name("g"));
    assertThat(place(FILE)).isEqualTo("10/f");
    nodes.unlinked(DIRECTORY, name("f"));
    assertThat(place(FILE)).isNull();
  }

  @Test
  void renameTakesTheNameFromTheReplacedFile() {
    tree();
    remember(DIRECTORY, "g", OTHER, StatModes.REGULAR);
    nodes.renamed(DIRECTORY, name("f"), DIRECTORY, name("g"));
    assertThat(place(FILE)).isEqualTo("10/g");
    assertThat(place(OTHER)).isNull();
  }

  @Test
  void exchangeSwapsNames() {
    tree();
    remember(Nodes.ROOT, "o", OTHER, StatModes.REGULAR);
    nodes.exchanged(DIRECTORY, name("f"), Nodes.ROOT, name("o"));
    assertThat(place(FILE)).isEqualTo("2/o");
    assertThat(place(OTHER)).isEqualTo("10/f");
  }

  @Test
  void nodeIsDroppedAtItsLastForget() {
    tree();
    remember(DIRECTORY, "f", FILE, StatModes.REGULAR);
    nodes.forget(FILE, 1);
    nodes.forget(DIRECTORY, 1);
    assertThat(place(FILE)).isEqualTo("10/f");
    nodes.forget(FILE, 1);
    assertThat(place(FILE)).isNull();
    assertThat(nodes.size()).isEqualTo(1);
  }

  @Test
  void fileInUseHasAnOpenHandle() {
    tree();
    nodes.opened(FILE, 7);
    nodes.opened(FILE, 8);
    nodes.closed(FILE, 8);
    try (Nodes.Hold hold = nodes.hold(FILE)) {
      assertThat(hold.file().handle()).isEqualTo(7);
    }
    nodes.closed(FILE, 7);
    try (Nodes.Hold hold = nodes.hold(FILE)) {
      assertThat(hold.file().handle()).isEqualTo(FuseFileSystem.NO_HANDLE);
    }
  }

  @Test
  void renameWaitsForUsersOfTheName() throws Exception {
    tree();
    CountDownLatch begun = new CountDownLatch(1);
    CountDownLatch moved = new CountDownLatch(1);
    Nodes.Hold use = nodes.hold(FILE);
    Thread mover =
        new Thread(
            () -> {
              begun.countDown();
              Nodes.Hold hold = nodes.holdNames(DIRECTORY, name("f"), Nodes.ROOT, name("g"));
              nodes.renamed(DIRECTORY, name("f"), Nodes.ROOT, name("g"));
              hold.close();
              moved.countDown();
            });
    mover.start();
    assertThat(begun.await(60, TimeUnit.SECONDS)).isTrue();
    MountLab.await(() -> mover.getState() == Thread.State.WAITING, "it does not wait");
    assertThat(moved.getCount()).isEqualTo(1);
    use.close();
    assertThat(moved.await(60, TimeUnit.SECONDS)).isTrue();
    assertThat(place(FILE)).isEqualTo("2/g");
    mover.join();
  }
}
