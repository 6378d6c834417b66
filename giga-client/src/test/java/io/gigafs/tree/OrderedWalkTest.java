package io.gigafs.tree;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gigafs.tree.OrderedWalk.TreeListing;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Tests the order of a walk, how much it requests ahead, and how it ends. */
class OrderedWalkTest {
  /** A tree in which a name is its path, and directories end with a slash. */
  private static class Tree implements TreeListing.Source<String, String> {
    private final Set<String> opened = new HashSet<>();
    private final List<String> order = new ArrayList<>();
    private int open;
    private int maxOpen;

    /** The pages of a directory. */
    List<List<String>> pages(String directory) {
      return switch (directory) {
        case "/" -> List.of(List.of("a", "b/", "c"), List.of("d/", "e"));
        case "/b/" -> List.of(List.of("x/"), List.of("y"));
        default -> List.of();
      };
    }

    private @Nullable String unreadable;

    @Override
    public CompletableFuture<TreeListing<String>> open(String directory) {
      opened.add(directory);
      order.add(directory);
      if (directory.equals(unreadable)) {
        return CompletableFuture.failedFuture(new IOException("unreadable"));
      }
      open++;
      maxOpen = Math.max(maxOpen, open);
      Deque<List<String>> pages = new ArrayDeque<>(pages(directory));
      return CompletableFuture.completedFuture(
          new TreeListing<>() {
            @Override
            public CompletableFuture<List<String>> nextPage() {
              return CompletableFuture.completedFuture(pages.isEmpty() ? List.of() : pages.pop());
            }

            @Override
            public void close() {
              open--;
            }
          });
    }
  }

  /** Records what is delivered; a directory is entered. */
  private static class Recorder implements OrderedWalk.Visitor<String, String, String> {
    final List<String> events = new ArrayList<>();
    final List<String> asked = new ArrayList<>();

    @Override
    public @Nullable CompletableFuture<String> ask(String directory, String entry) {
      asked.add(directory + entry);
      return CompletableFuture.completedFuture(directory + entry);
    }

    @Override
    public @Nullable String listAhead(String directory, String entry) {
      return entry.endsWith("/") ? directory + entry : null;
    }

    @Override
    public @Nullable String accept(String directory, String entry, String answer)
        throws IOException {
      events.add(answer);
      return entry.endsWith("/") ? answer : null;
    }

    @Override
    public void enter(String directory) {
      events.add("enter " + directory);
    }

    @Override
    public void leave(String directory) {
      events.add("leave " + directory);
    }

    @Override
    public @Nullable String failed(String directory, @Nullable String entry, Throwable thrown)
        throws IOException {
      events.add("failed " + directory + (entry == null ? "" : entry));
      return null;
    }
  }

  @Test
  void entriesAreDeliveredInTheOrderOfListings() throws IOException {
    Tree tree = new Tree();
    Recorder visitor = new Recorder();
    new OrderedWalk<>(tree, visitor).walk("/");
    assertThat(visitor.events)
        .containsExactly(
            "enter /",
            "/a",
            "/b/",
            "enter /b/",
            "/b/x/",
            "enter /b/x/",
            "leave /b/x/",
            "/b/y",
            "leave /b/",
            "/c",
            "/d/",
            "enter /d/",
            "leave /d/",
            "/e",
            "leave /");
    assertThat(tree.open).isZero();
  }

  /** The walk is not recursive. */
  @Test
  void deepTreeIsWalked() throws IOException {
    int depth = 20_000;
    int[] left = new int[1];
    OrderedWalk<Integer, Integer, Integer> walk =
        new OrderedWalk<>(
            level -> {
              Deque<List<Integer>> pages =
                  new ArrayDeque<>(level < depth ? List.of(List.of(level + 1)) : List.of());
              return CompletableFuture.completedFuture(
                  () ->
                      CompletableFuture.completedFuture(pages.isEmpty() ? List.of() : pages.pop()));
            },
            new OrderedWalk.Visitor<>() {
              @Override
              public CompletableFuture<Integer> ask(Integer directory, Integer entry) {
                return CompletableFuture.completedFuture(entry);
              }

              @Override
              public Integer listAhead(Integer directory, Integer entry) {
                return entry;
              }

              @Override
              public Integer accept(Integer directory, Integer entry, Integer answer) {
                return answer;
              }

              @Override
              public void leave(Integer directory) {
                assertThat(directory).isEqualTo(depth - left[0]);
                left[0]++;
              }

              @Override
              public @Nullable Integer failed(
                  Integer directory, @Nullable Integer entry, Throwable thrown) {
                throw new AssertionError(thrown);
              }
            });
    walk.walk(0);
    assertThat(left[0]).isEqualTo(depth + 1);
  }

  /** A tree with enough directories in each directory to reach all limits. */
  private static Tree wide(int depth) {
    return new Tree() {
      @Override
      List<List<String>> pages(String directory) {
        int level = (int) directory.chars().filter(each -> each == '/').count();
        return level <= depth
            ? List.of(IntStream.range(0, 10).mapToObj(i -> i + "/").toList())
            : List.of();
      }
    };
  }

  @Test
  void listingsAreStartedAheadWithinLimits() throws IOException {
    Tree tree = wide(1);
    int[] ahead = new int[1];
    Recorder visitor =
        new Recorder() {
          @Override
          public @Nullable String accept(String directory, String entry, String answer) {
            ahead[0] = Math.max(ahead[0], tree.opened.size());
            assertThat(tree.opened).contains(answer);
            return null;
          }
        };
    new OrderedWalk<>(tree, visitor).walk("/");
    assertThat(tree.opened).hasSize(11);
    assertThat(tree.order.subList(1, 11))
        .containsExactlyElementsOf(IntStream.range(0, 10).mapToObj(i -> "/" + i + "/").toList());
    assertThat(tree.maxOpen).isEqualTo(1 + OrderedWalk.LISTINGS_PER_DIRECTORY);
    assertThat(tree.open).isZero();
  }

  @Test
  void listingsAheadInADeepTreeAreLimitedInTotal() {
    int depth = 50;
    Tree tree = wide(depth);
    Recorder visitor =
        new Recorder() {
          @Override
          public void leave(String directory) {
            throw new IllegalStateException("deep enough");
          }
        };
    assertThatThrownBy(() -> new OrderedWalk<>(tree, visitor).walk("/")).hasMessage("deep enough");
    assertThat(tree.maxOpen).isBetween(depth + 100, depth + 1 + OrderedWalk.LISTINGS);
    assertThat(tree.open).isZero();
  }

  @Test
  void directoryIsListedAfterItsAnswerUnlessItMayBeListedAhead() throws IOException {
    Tree tree = new Tree();
    Recorder visitor =
        new Recorder() {
          @Override
          public @Nullable String listAhead(String directory, String entry) {
            return null;
          }

          @Override
          public @Nullable String accept(String directory, String entry, String answer)
              throws IOException {
            assertThat(tree.opened).doesNotContain(answer);
            return super.accept(directory, entry, answer);
          }
        };
    new OrderedWalk<>(tree, visitor).walk("/");
    assertThat(tree.order).containsExactly("/", "/b/", "/b/x/", "/d/");
  }

  @Test
  void requestsAreSentAheadWithinTheWindow() throws IOException {
    int files = 2_000;
    int share = 5;
    Tree tree =
        new Tree() {
          @Override
          List<List<String>> pages(String directory) {
            return List.of(IntStream.range(0, files).mapToObj(Integer::toString).toList());
          }
        };
    int[] delivered = new int[1];
    Recorder visitor =
        new Recorder() {
          @Override
          public int share(String directory, String entry) {
            return entry.equals("1000") ? 2 * OrderedWalk.WINDOW : share;
          }

          @Override
          public @Nullable String accept(String directory, String entry, String answer) {
            int ahead = asked.size() - delivered[0];
            if (delivered[0] == 100) {
              assertThat(ahead).isEqualTo(OrderedWalk.WINDOW / share);
            }
            if (entry.equals("1000")) {
              assertThat(ahead).isOne();
            }
            delivered[0]++;
            return null;
          }
        };
    new OrderedWalk<>(tree, visitor).walk("/");
    assertThat(delivered[0]).isEqualTo(files);
  }

  @Test
  void failedListingIsReportedAndTheDirectoryLeft() throws IOException {
    Tree tree = new Tree();
    tree.unreadable = "/b/";
    Recorder visitor = new Recorder();
    new OrderedWalk<>(tree, visitor).walk("/");
    assertThat(visitor.events)
        .containsSubsequence("/b/", "failed /b/", "leave /b/", "/c", "leave /")
        .doesNotContain("enter /b/");
  }

  @Test
  void failedEntryIsReportedAndPossiblyWalked() throws IOException {
    Tree tree = new Tree();
    Recorder visitor =
        new Recorder() {
          @Override
          public CompletableFuture<String> ask(String directory, String entry) {
            return CompletableFuture.failedFuture(new IOException("no answer"));
          }

          @Override
          public @Nullable String failed(String directory, @Nullable String entry, Throwable thrown)
              throws IOException {
            assertThat(thrown).hasMessage("no answer");
            super.failed(directory, entry, thrown);
            return "b/".equals(entry) ? directory + entry : null;
          }
        };
    new OrderedWalk<>(tree, visitor).walk("/");
    assertThat(visitor.events)
        .containsExactly(
            "enter /",
            "failed /a",
            "failed /b/",
            "enter /b/",
            "failed /b/x/",
            "failed /b/y",
            "leave /b/",
            "failed /c",
            "failed /d/",
            "failed /e",
            "leave /");
    assertThat(tree.open).isZero();
  }

  @Test
  void visitorEndsTheWalk() {
    Tree tree = new Tree();
    Recorder visitor =
        new Recorder() {
          @Override
          public @Nullable String accept(String directory, String entry, String answer)
              throws IOException {
            throw new IOException("disk full");
          }

          @Override
          public @Nullable String failed(String directory, @Nullable String entry, Throwable thrown)
              throws IOException {
            throw new IOException(thrown.getMessage());
          }
        };
    OrderedWalk<String, String, String> walk = new OrderedWalk<>(tree, visitor);
    assertThatThrownBy(() -> walk.walk("/")).hasMessage("disk full");
    assertThat(tree.open).isZero();
  }
}
