package io.gigafs.fuse.binding;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

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
    remember(Nodes.ROOT, "d", DIRECTORY, Modes.DIRECTORY);
    remember(DIRECTORY, "f", FILE, Modes.REGULAR);
  }

  private static byte[] name(String name) {
    return name.getBytes(UTF_8);
  }

  private @Nullable String path(long inode) {
    try (Nodes.Hold hold = nodes.hold(inode)) {
      byte[] path = hold.path();
      return path == null ? null : new String(path, UTF_8);
    }
  }

  @Test
  void callsTheRootAsTheKernelDoes() {
    assertThat(path(Nodes.ROOT)).isEqualTo("/");
    assertThat(nodes.number(2)).isEqualTo(1);
    assertThat(nodes.number(1)).isEqualTo(2);
    assertThat(nodes.parentOf(Nodes.ROOT)).isEqualTo(2);
  }

  @Test
  void hasOneHandleOfAFileWriteDirectlyThatWasOpenedAlone() {
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
  void aStateIsToldOnceTheKernelCanKnowNoOther() {
    remember(Nodes.ROOT, "f", FILE, Modes.REGULAR);
    assertThat(nodes.isTold(FILE, found(0), Long.MAX_VALUE)).isTrue();
    assertThat(nodes.isTold(FILE, found(5), Long.MAX_VALUE)).isFalse();
    FuseAttributes attributes = new FuseAttributes();
    attributes.set(FILE, Modes.REGULAR, 0, 0, 5, 1, 0, 0, 0, 0);
    nodes.seen(attributes);
    // The kernel may have taken the answer before, of two at the same time.
    assertThat(nodes.isTold(FILE, found(5), Long.MAX_VALUE)).isFalse();
    assertThat(nodes.isTold(FILE, found(5), 0)).isTrue();
    nodes.dropped(FILE, found(7));
    assertThat(nodes.isTold(FILE, found(5), Long.MAX_VALUE)).isFalse();
    assertThat(nodes.isTold(FILE, found(7), Long.MAX_VALUE)).isTrue();
    assertThat(nodes.isTold(OTHER, found(0), 0)).isFalse();
  }

  private static FuseOpened found(long size) {
    FuseOpened opened = new FuseOpened();
    opened.found(size, 0, 0, true);
    return opened;
  }

  @Test
  void tellsPaths() {
    tree();
    assertThat(path(FILE)).isEqualTo("/d/f");
    try (Nodes.Hold hold = nodes.holdName(DIRECTORY, name("g"), true)) {
      assertThat(hold.path()).asString(UTF_8).isEqualTo("/d/g");
    }
    assertThat(nodes.parentOf(FILE)).isEqualTo(DIRECTORY);
  }

  @Test
  void movesWhatIsBelow() {
    tree();
    nodes.renamed(Nodes.ROOT, name("d"), Nodes.ROOT, name("e"));
    assertThat(path(FILE)).isEqualTo("/e/f");
  }

  @Test
  void keepsTheOtherNamesOfAFile() {
    tree();
    remember(Nodes.ROOT, "g", FILE, Modes.REGULAR);
    assertThat(path(FILE)).isEqualTo("/g");
    nodes.unlinked(Nodes.ROOT, name("g"));
    assertThat(path(FILE)).isEqualTo("/d/f");
    nodes.unlinked(DIRECTORY, name("f"));
    assertThat(path(FILE)).isNull();
  }

  @Test
  void takesTheNameFromWhatItReplaces() {
    tree();
    remember(DIRECTORY, "g", OTHER, Modes.REGULAR);
    nodes.renamed(DIRECTORY, name("f"), DIRECTORY, name("g"));
    assertThat(path(FILE)).isEqualTo("/d/g");
    assertThat(path(OTHER)).isNull();
  }

  @Test
  void exchangesNames() {
    tree();
    remember(Nodes.ROOT, "o", OTHER, Modes.REGULAR);
    nodes.exchanged(DIRECTORY, name("f"), Nodes.ROOT, name("o"));
    assertThat(path(FILE)).isEqualTo("/o");
    assertThat(path(OTHER)).isEqualTo("/d/f");
  }

  @Test
  void forgetsWhatTheKernelForgets() {
    tree();
    remember(DIRECTORY, "f", FILE, Modes.REGULAR);
    nodes.forget(FILE, 1);
    nodes.forget(DIRECTORY, 1);
    assertThat(path(FILE)).isEqualTo("/d/f");
    nodes.forget(FILE, 1);
    assertThat(nodes.size()).isEqualTo(1);
  }

  @Test
  void givesAHandleOfAnOpenFile() {
    tree();
    nodes.opened(FILE, 7);
    nodes.opened(FILE, 8);
    nodes.closed(FILE, 8);
    try (Nodes.Hold hold = nodes.hold(FILE)) {
      assertThat(hold.handle()).isEqualTo(7);
    }
    nodes.closed(FILE, 7);
    try (Nodes.Hold hold = nodes.hold(FILE)) {
      assertThat(hold.handle()).isEqualTo(FuseFileSystem.NO_HANDLE);
    }
  }

  @Test
  void movesNothingWhileItsPathIsUsed() throws Exception {
    tree();
    CountDownLatch begun = new CountDownLatch(1);
    CountDownLatch moved = new CountDownLatch(1);
    Nodes.Hold use = nodes.hold(FILE);
    Thread mover =
        new Thread(
            () -> {
              begun.countDown();
              try (Nodes.Hold hold =
                  nodes.holdForRename(Nodes.ROOT, name("d"), Nodes.ROOT, name("e"))) {
                assertThat(hold.otherPath()).asString(UTF_8).isEqualTo("/e");
                nodes.renamed(Nodes.ROOT, name("d"), Nodes.ROOT, name("e"));
              }
              moved.countDown();
            });
    mover.start();
    assertThat(begun.await(10, TimeUnit.SECONDS)).isTrue();
    MountLab.await(() -> mover.getState() == Thread.State.WAITING, "it does not wait");
    assertThat(moved.getCount()).isEqualTo(1);
    use.close();
    assertThat(moved.await(10, TimeUnit.SECONDS)).isTrue();
    assertThat(path(FILE)).isEqualTo("/e/f");
    mover.join();
  }
}
