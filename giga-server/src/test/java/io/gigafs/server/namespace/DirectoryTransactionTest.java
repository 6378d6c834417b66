package io.gigafs.server.namespace;

import static org.assertj.core.api.Assertions.assertThat;

import io.gigafs.client.GigaPath;
import io.gigafs.index.InodeId;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.FileAttributes;
import io.gigafs.protocol.GigaException;
import io.gigafs.protocol.namespace.AttributeChange;
import io.gigafs.server.ClusterContents;
import io.gigafs.server.FaultPlan;
import io.gigafs.server.FaultPlan.Scene;
import io.gigafs.server.SimulatedClient;
import io.gigafs.server.SimulatedCluster;
import io.gigafs.server.SimulatedCluster.Setup;
import io.gigafs.server.SimulatedServer;
import io.gigafs.tablefs.Durability;
import java.nio.file.Path;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Directory transactions are atomic and leave no partition waiting. {@link FaultPlan} injects each
 * message fault, kill and machine crash in turn.
 */
class DirectoryTransactionTest {
  @TempDir Path directory;

  /** The transactions. */
  enum Play {
    MAKE,
    REMOVE_SPLIT,
    CHANGE_SPLIT,
    REMOVE_WHILE_CREATING,
    REMOVE_WHILE_CHANGING;

    Scene scene() {
      return switch (this) {
        case MAKE -> new Make();
        case REMOVE_SPLIT -> new Remove();
        case CHANGE_SPLIT -> new Change();
        case REMOVE_WHILE_CREATING -> new RemoveWhileCreating();
        case REMOVE_WHILE_CHANGING -> new RemoveWhileChanging();
      };
    }
  }

  @ParameterizedTest
  @EnumSource
  void directoryTransactionSurvivesMessageFaults(Play play) throws Exception {
    FaultPlan.of(directory, setup(), play::scene).none().messages();
  }

  @ParameterizedTest
  @EnumSource
  void directoryTransactionSurvivesKilledServers(Play play) throws Exception {
    FaultPlan.of(directory, setup(), play::scene).deaths("is killed", SimulatedServer::kill);
  }

  @ParameterizedTest
  @EnumSource
  void directoryTransactionSurvivesMachineCrashes(Play play) throws Exception {
    FaultPlan.of(directory, setup().withDurability(Durability.ALWAYS), play::scene)
        .deaths("loses what was not synced", SimulatedServer::crash);
  }

  private static Setup setup() {
    return Setup.seeded(3).withServers(3, 4).withSplitThreshold(4);
  }

  private abstract static class Base implements Scene {
    private @Nullable SimulatedCluster cluster;
    private @Nullable SimulatedClient client;

    @Override
    public final void prepare(SimulatedCluster newCluster) throws Exception {
      cluster = newCluster;
      client = newCluster.client();
      prepare();
    }

    void prepare() throws Exception {}

    final SimulatedClient client() {
      return Objects.requireNonNull(client);
    }

    final SimulatedClient otherClient() {
      return Objects.requireNonNull(cluster).client();
    }

    /** Creates a directory of several partitions, all of them empty. */
    final InodeId makeSplitDirectory() throws Exception {
      InodeId made = client().makeDirectory("/d").inode();
      for (int i = 0; i < 20; i++) {
        client().create("/d/f" + i);
      }
      for (int i = 0; i < 20; i++) {
        client().unlink("/d/f" + i);
      }
      return made;
    }
  }

  private static GigaPath path(String text) {
    return GigaPath.parse(text);
  }

  private static boolean succeeded(CompletableFuture<?> result) {
    assertThat(result).isDone();
    return !result.isCompletedExceptionally();
  }

  private static ErrorCode error(CompletableFuture<?> result) {
    try {
      var unused = result.join();
    } catch (CompletionException e) {
      if (e.getCause() instanceof GigaException failure) {
        return failure.code();
      }
      throw e;
    }
    throw new AssertionError("it succeeded");
  }

  private static final class Make extends Base {
    private CompletableFuture<FileAttributes> result = new CompletableFuture<>();

    @Override
    public CompletableFuture<?> act() {
      result = client().async().makeDirectory(path("/d"), 0755);
      return result;
    }

    @Override
    public void verify(ClusterContents contents) throws Exception {
      assertThat(result).isCompleted();
      assertThat(contents.names(InodeId.ROOT)).containsExactly("d");
      assertThat(contents.directories()).isEqualTo(3);
      client().create("/d/f");
      assertThat(client().list("/d")).containsExactly("f");
    }
  }

  private static final class Remove extends Base {
    private CompletableFuture<Void> result = new CompletableFuture<>();

    @Override
    void prepare() throws Exception {
      makeSplitDirectory();
    }

    @Override
    public CompletableFuture<?> act() {
      result = client().async().removeDirectory(path("/d"));
      return result;
    }

    @Override
    public void verify(ClusterContents contents) throws Exception {
      assertThat(result).isCompleted();
      assertThat(contents.names(InodeId.ROOT)).isEmpty();
      assertThat(contents.directories()).isEqualTo(2);
    }
  }

  private static final class Change extends Base {
    private CompletableFuture<FileAttributes> result = new CompletableFuture<>();

    @Override
    void prepare() throws Exception {
      makeSplitDirectory();
      otherClient().stat("/d");
    }

    @Override
    public CompletableFuture<?> act() {
      result = client().async().setAttributes(path("/d"), AttributeChange.ofMode(0711));
      return result;
    }

    @Override
    public void verify(ClusterContents contents) throws Exception {
      assertThat(result).isCompleted();
      assertThat(client().stat("/d").mode()).isEqualTo(0711);
    }
  }

  /** One client removes the directory, another creates a file in it: never do both succeed. */
  private static final class RemoveWhileCreating extends Base {
    private InodeId removed = InodeId.ROOT;
    private CompletableFuture<Void> removal = new CompletableFuture<>();
    private CompletableFuture<FileAttributes> creation = new CompletableFuture<>();
    private @Nullable SimulatedClient other;

    @Override
    void prepare() throws Exception {
      removed = makeSplitDirectory();
      other = otherClient();
      other.stat("/d");
    }

    @Override
    public CompletableFuture<?> act() {
      removal = client().async().removeDirectory(path("/d"));
      creation = Objects.requireNonNull(other).async().create(path("/d/new"), 0644, true);
      return CompletableFuture.allOf(removal, creation).exceptionally(failure -> null);
    }

    @Override
    public void verify(ClusterContents contents) throws Exception {
      assertThat(succeeded(removal)).isNotEqualTo(succeeded(creation));
      if (succeeded(removal)) {
        assertThat(error(creation)).isEqualTo(ErrorCode.ENOENT);
        assertThat(contents.directories()).isEqualTo(2);
      } else {
        assertThat(error(removal)).isEqualTo(ErrorCode.ENOTEMPTY);
        assertThat(contents.names(removed)).containsExactly("new");
      }
    }
  }

  /**
   * One client removes the directory, another changes its mode: both are answered, and the removal
   * holds.
   */
  private static final class RemoveWhileChanging extends Base {
    private CompletableFuture<Void> removal = new CompletableFuture<>();
    private CompletableFuture<FileAttributes> change = new CompletableFuture<>();
    private @Nullable SimulatedClient other;

    @Override
    void prepare() throws Exception {
      makeSplitDirectory();
      other = otherClient();
      other.stat("/d");
    }

    @Override
    public CompletableFuture<?> act() {
      removal = client().async().removeDirectory(path("/d"));
      change =
          Objects.requireNonNull(other)
              .async()
              .setAttributes(path("/d"), AttributeChange.ofMode(0700));
      return CompletableFuture.allOf(removal, change).exceptionally(failure -> null);
    }

    @Override
    public void verify(ClusterContents contents) throws Exception {
      assertThat(removal).isCompleted();
      if (!succeeded(change)) {
        assertThat(error(change)).isEqualTo(ErrorCode.ENOENT);
      }
      assertThat(contents.directories()).isEqualTo(2);
    }
  }
}
