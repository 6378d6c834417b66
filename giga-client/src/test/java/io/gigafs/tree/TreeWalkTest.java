package io.gigafs.tree;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gigafs.protocol.GigaException;
import java.io.IOException;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Tests how a walk ends: with everything visited, by a failure, by an interrupt. */
class TreeWalkTest {
  private static final int WIDTH = 20;

  /** A directory. */
  private static final class Directory extends TreeNode<Directory> {
    Directory(@Nullable Directory parent) {
      super(parent);
    }
  }

  /** A tree of directories, each with two files (f) and some directories (d) down to a depth. */
  private static TreeSource<Directory, String> tree(int width, int depth) {
    return new TreeSource<>() {
      @Override
      public void list(Directory directory, Pages<String> pages) throws IOException {
        pages.take(List.of("f1", "f2"), directory.depth() == depth);
        if (directory.depth() < depth) {
          pages.take(IntStream.range(0, width).mapToObj(i -> "d" + i).toList(), true);
        }
      }

      @Override
      public boolean isDirectory(String entry) {
        return entry.startsWith("d");
      }
    };
  }

  /** Visits files at once, and counts. */
  private static class Counting implements TreeWalk.Visitor<Directory, String> {
    final AtomicInteger visited = new AtomicInteger();
    final AtomicInteger left = new AtomicInteger();

    @Override
    public CompletableFuture<?> visit(Directory directory, String file) {
      visited.incrementAndGet();
      return CompletableFuture.completedFuture(null);
    }

    @Override
    public Directory enter(Directory parent, String directory) throws IOException {
      return new Directory(parent);
    }

    @Override
    public CompletableFuture<?> leave(Directory directory) {
      left.incrementAndGet();
      return CompletableFuture.completedFuture(null);
    }

    @Override
    public OnFailure failed(Directory directory, @Nullable String entry, IOException thrown) {
      return OnFailure.CONTINUE;
    }
  }

  @Test
  void everythingIsVisitedAndLeft() throws IOException {
    Counting visitor = new Counting();
    try (TreeWalk<Directory, String> walk = new TreeWalk<>(tree(WIDTH, 2), visitor)) {
      walk.walk(new Directory(null));
    }
    int directories = 1 + WIDTH + WIDTH * WIDTH;
    assertThat(visitor.visited).hasValue(2 * directories);
    assertThat(visitor.left).hasValue(directories);
  }

  /** All directories of a chain end with the deepest one. */
  @Test
  void directoriesOfADeepTreeEnd() throws IOException {
    Counting visitor = new Counting();
    int depth = 20_000;
    try (TreeWalk<Directory, String> walk = new TreeWalk<>(tree(1, depth), visitor)) {
      walk.walk(new Directory(null));
    }
    assertThat(visitor.left).hasValue(depth + 1);
  }

  @Test
  void exceptionOfAFailureHandlerEndsTheWalk() {
    Counting visitor =
        new Counting() {
          @Override
          public CompletableFuture<?> visit(Directory directory, String file) {
            return CompletableFuture.failedFuture(new IOException("unreadable"));
          }

          @Override
          public OnFailure failed(Directory directory, @Nullable String entry, IOException thrown) {
            throw new IllegalStateException("standard error is closed");
          }
        };
    try (TreeWalk<Directory, String> walk = new TreeWalk<>(tree(WIDTH, 2), visitor)) {
      assertThatThrownBy(() -> walk.walk(new Directory(null)))
          .hasMessage("standard error is closed");
    }
  }

  @Test
  void exceptionOfTheHandlerOfAFailedLeaveEndsTheWalk() {
    Counting visitor =
        new Counting() {
          @Override
          public CompletableFuture<?> leave(Directory directory) {
            throw new IllegalStateException("not left");
          }
        };
    try (TreeWalk<Directory, String> walk = new TreeWalk<>(tree(WIDTH, 2), visitor)) {
      assertThatThrownBy(() -> walk.walk(new Directory(null))).hasMessage("not left");
    }
  }

  /** What was begun ends, nothing further is visited, and the thread stays interrupted. */
  @Test
  void interruptEndsTheWalk() throws Exception {
    Queue<CompletableFuture<Void>> begun = new ConcurrentLinkedQueue<>();
    CountDownLatch some = new CountDownLatch(100);
    Counting visitor =
        new Counting() {
          @Override
          public CompletableFuture<?> visit(Directory directory, String file) {
            CompletableFuture<Void> answer = new CompletableFuture<>();
            begun.add(answer);
            some.countDown();
            return answer;
          }
        };
    AtomicReference<@Nullable Throwable> thrown = new AtomicReference<>();
    AtomicReference<@Nullable Boolean> stays = new AtomicReference<>();
    try (TreeWalk<Directory, String> walk = new TreeWalk<>(tree(WIDTH, 2), visitor)) {
      Thread caller =
          new Thread(
              () -> {
                try {
                  walk.walk(new Directory(null));
                } catch (IOException e) {
                  thrown.set(e);
                }
                stays.set(Thread.currentThread().isInterrupted());
              });
      caller.start();
      some.await();
      caller.interrupt();
      while (caller.isAlive()) {
        CompletableFuture<Void> next = begun.poll();
        if (next != null) {
          next.complete(null);
        }
        Thread.onSpinWait();
      }
      caller.join();
    }
    assertThat(thrown.get())
        .isInstanceOf(GigaException.class)
        .hasCauseInstanceOf(InterruptedException.class);
    assertThat(stays.get()).isTrue();
    assertThat(visitor.left.get()).isLessThan(1 + WIDTH + WIDTH * WIDTH);
  }
}
