package io.gigafs.server.path;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import io.gigafs.client.AsyncGigaClient;
import io.gigafs.client.Follow;
import io.gigafs.client.GigaPath;
import io.gigafs.client.PathException;
import io.gigafs.protocol.Caller;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.FileType;
import io.gigafs.protocol.GigaException;
import io.gigafs.protocol.namespace.AttributeChange;
import io.gigafs.server.SimulatedCluster;
import io.gigafs.server.SimulatedCluster.Setup;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Errors of calls on paths that do not exist or do not suit the call: one row per case, with the
 * result of Linux.
 */
@TestInstance(Lifecycle.PER_CLASS)
class PathErrorsTest {
  private static final Caller ALICE = new Caller(1000, 100);
  private static final String LONGEST = "n".repeat(255);

  private @Nullable SimulatedCluster simulated;
  private @Nullable AsyncGigaClient ofAlice;

  /**
   * The tree: {@code /d} is Alice's; in it the file {@code f}, the empty directory {@code e}, links
   * to both and to nothing, and a loop. {@code /closed} may not be searched, {@code /shown} not
   * written to.
   */
  @BeforeAll
  void makeTree(@TempDir Path directory) throws Exception {
    SimulatedCluster cluster = Setup.seeded(1).withServers(3, 4).start(directory);
    AsyncGigaClient root = cluster.client().async();
    AsyncGigaClient alice = root.as(ALICE);
    simulated = cluster;
    ofAlice = alice;
    await(root.makeDirectory(path("/d"), 0755));
    await(root.setAttributes(path("/d"), AttributeChange.ofOwner(1000, 100)));
    await(alice.create(path("/d/f"), 0644, true));
    await(alice.makeDirectory(path("/d/e"), 0755));
    link("/d/to_f", "f");
    link("/d/to_e", "/d/e");
    link("/d/to_e_slash", "e/");
    link("/d/to_f_slash", "f/");
    link("/d/to_none", "none");
    link("/d/to_none_slash", "none/");
    link("/d/to_root", "/");
    link("/d/to_up", "..");
    link("/d/loop", "loop");
    link("/d/ping", "pong");
    link("/d/pong", "./ping");
    link("/d/to_too_long", LONGEST + "n");
    await(root.makeDirectory(path("/closed"), 0700));
    await(root.create(path("/closed/f"), 0644, true));
    await(root.makeDirectory(path("/shown"), 0755));
    await(root.create(path("/shown/f"), 0644, true));
    await(root.symlink(bytes("f"), path("/shown/l")));
  }

  private void link(String path, String target) throws GigaException {
    await(alice().symlink(bytes(target), path(path)));
  }

  @ParameterizedTest
  @CsvSource({
    // Path resolution
    "stat, /none, ENOENT",
    "stat, /none/x, ENOENT",
    "stat, /d/f/, ENOTDIR",
    "stat, /d/f/., ENOTDIR",
    "stat, /d/f/.., ENOTDIR",
    "stat, /d/f/x, ENOTDIR",
    "stat, /d/none/.., ENOENT",
    "stat, /d/to_none, ENOENT",
    "stat, /d/to_none/, ENOENT",
    "stat, /d/to_none/.., ENOENT",
    "stat, /d/to_f/, ENOTDIR",
    "stat, /d/to_f/x, ENOTDIR",
    "stat, /d/to_f_slash, ENOTDIR",
    "stat, /d/loop, ELOOP",
    "stat, /d/ping, ELOOP",
    "stat, /d/loop/x, ELOOP",
    "stat, /d/to_too_long, ENAMETOOLONG",
    "stat, /d/{256}, ENAMETOOLONG",
    "stat, /d/{256}/x, ENAMETOOLONG",
    "stat, /none/{256}, ENOENT",
    "stat, /d/f/{256}, ENOTDIR",
    "stat, /closed/{256}, EACCES",
    "stat, {4096}, ENAMETOOLONG",
    "stat, /closed/f, EACCES",
    "stat, /closed/., EACCES",
    "stat, /closed/.., EACCES",
    "stat, /closed/none, EACCES",
    "lstat, /d/none, ENOENT",
    "lstat, /d/to_f/, ENOTDIR",
    "lstat, /d/to_none/, ENOENT",
    "lstat, /d/loop/, ELOOP",
    "lstat, /d/loop/x, ELOOP",
    // readlink(2)
    "readlink, /, EINVAL",
    "readlink, /d/f, EINVAL",
    "readlink, /d/e, EINVAL",
    "readlink, /d/e/, EINVAL",
    "readlink, /d/to_e/, EINVAL",
    "readlink, /d/to_e/., EINVAL",
    "readlink, /d/to_f/, ENOTDIR",
    "readlink, /d/none, ENOENT",
    "readlink, /d/f/x, ENOTDIR",
    "readlink, /d/loop/x, ELOOP",
    "readlink, /closed/f, EACCES",
    "readlink, /d/{256}, ENAMETOOLONG",
    // open(2) with O_CREAT
    "create, /, EISDIR",
    "create, /d/., EISDIR",
    "create, /d/.., EISDIR",
    "create, /d/e, EISDIR",
    "create, /d/new/, EISDIR",
    "create, /d/f/, EISDIR",
    "create, /d/e/, EISDIR",
    "create, /d/to_e, EISDIR",
    "create, /d/to_root, EISDIR",
    "create, /d/to_up, EISDIR",
    "create, /d/to_none_slash, EISDIR",
    "create, /d/to_f_slash, EISDIR",
    "create, /d/loop, ELOOP",
    "create, /d/none/x, ENOENT",
    "create, /d/f/x, ENOTDIR",
    "create, /d/to_too_long, ENAMETOOLONG",
    "create, /shown/x, EACCES",
    "create, /closed/x, EACCES",
    "create-exclusive, /, EEXIST",
    "create-exclusive, /d/., EEXIST",
    "create-exclusive, /d/.., EEXIST",
    "create-exclusive, /d/e, EEXIST",
    "create-exclusive, /d/f, EEXIST",
    "create-exclusive, /d/to_f, EEXIST",
    "create-exclusive, /d/to_none, EEXIST",
    "create-exclusive, /d/loop, EEXIST",
    "create-exclusive, /d/new/, EISDIR",
    "create-exclusive, /d/{256}, ENAMETOOLONG",
    "create-exclusive, /shown/x, EACCES",
    "create-exclusive, /shown/f, EEXIST",
    // mkdir(2)
    "mkdir, /, EEXIST",
    "mkdir, /d/., EEXIST",
    "mkdir, /d/.., EEXIST",
    "mkdir, /d/e/, EEXIST",
    "mkdir, /d/f, EEXIST",
    "mkdir, /d/f/, EEXIST",
    "mkdir, /d/to_none, EEXIST",
    "mkdir, /d/to_none/, EEXIST",
    "mkdir, /d/loop, EEXIST",
    "mkdir, /d/none/x, ENOENT",
    "mkdir, /d/f/x, ENOTDIR",
    "mkdir, /d/loop/x, ELOOP",
    "mkdir, /d/{256}, ENAMETOOLONG",
    "mkdir, {4096}, ENAMETOOLONG",
    "mkdir, /shown/x, EACCES",
    "mkdir, /closed/x, EACCES",
    // mknod(2)
    "mkfifo, /, EEXIST",
    "mkfifo, /d/., EEXIST",
    "mkfifo, /d/.., EEXIST",
    "mkfifo, /d/f, EEXIST",
    "mkfifo, /d/f/, EEXIST",
    "mkfifo, /d/e/, EEXIST",
    "mkfifo, /d/to_none, EEXIST",
    "mkfifo, /d/to_none/, EEXIST",
    "mkfifo, /d/new/, ENOENT",
    "mkfifo, /d/none/x, ENOENT",
    "mkfifo, /d/f/x, ENOTDIR",
    "mkfifo, /d/loop/x, ELOOP",
    "mkfifo, /d/{256}, ENAMETOOLONG",
    "mkfifo, /shown/x, EACCES",
    "mkfifo, /closed/x, EACCES",
    "mknod-device, /d/new, EPERM",
    "mknod-device, /d/f, EEXIST",
    "mknod-directory, /d/new, EPERM",
    "mknod-link, /d/new, EINVAL",
    // symlink(2)
    "symlink, /, EEXIST",
    "symlink, /d/., EEXIST",
    "symlink, /d/f, EEXIST",
    "symlink, /d/to_none, EEXIST",
    "symlink, /d/new/, ENOENT",
    "symlink, /d/e/, EEXIST",
    "symlink, /d/none/x, ENOENT",
    "symlink, /d/f/x, ENOTDIR",
    "symlink, /d/loop/x, ELOOP",
    "symlink, /d/{256}, ENAMETOOLONG",
    "symlink, /shown/x, EACCES",
    "symlink, /closed/x, EACCES",
    "symlink-to-nothing, /d/new, ENOENT",
    "symlink-to-4096, /d/new, ENAMETOOLONG",
    // unlink(2)
    "unlink, /, EISDIR",
    "unlink, /d/., EISDIR",
    "unlink, /d/.., EISDIR",
    "unlink, /d/e, EISDIR",
    "unlink, /d/e/, EISDIR",
    "unlink, /d/f/, ENOTDIR",
    "unlink, /d/to_e/, ENOTDIR",
    "unlink, /d/none, ENOENT",
    "unlink, /d/none/, ENOENT",
    "unlink, /d/f/x, ENOTDIR",
    "unlink, /d/loop/x, ELOOP",
    "unlink, /d/{256}, ENAMETOOLONG",
    "unlink, /shown/f, EACCES",
    "unlink, /shown/l, EACCES",
    "unlink, /closed/f, EACCES",
    // rmdir(2)
    "rmdir, /, EBUSY",
    "rmdir, /d/e/., EINVAL",
    "rmdir, /d/e/.., ENOTEMPTY",
    "rmdir, /d, EACCES",
    "rmdir, /d/f, ENOTDIR",
    "rmdir, /d/f/, ENOTDIR",
    "rmdir, /d/to_e, ENOTDIR",
    "rmdir, /d/to_e/, ENOTDIR",
    "rmdir, /d/none, ENOENT",
    "rmdir, /d/f/x, ENOTDIR",
    "rmdir, /d/{256}, ENAMETOOLONG",
    // chmod(2)
    "chmod, /d/none, ENOENT",
    "chmod, /d/to_none, ENOENT",
    "chmod, /d/f/, ENOTDIR",
    "chmod, /d/f/x, ENOTDIR",
    "chmod, /d/loop, ELOOP",
    "chmod, /d/{256}, ENAMETOOLONG",
    "chmod, /shown/f, EPERM",
    "chmod, /shown/l, EPERM",
    "chmod, /, EPERM",
    "chmod, /closed/f, EACCES",
    "chmod-no-follow, /d/to_f, EOPNOTSUPP",
    "chmod-no-follow, /d/to_none, EOPNOTSUPP",
    "chmod-no-follow, /d/none, ENOENT",
    // opendir(3)
    "list, /d/f, ENOTDIR",
    "list, /d/to_f, ENOTDIR",
    "list, /d/none, ENOENT",
    "list, /d/to_none, ENOENT",
    "list, /d/loop, ELOOP",
    "list, /closed, EACCES",
    "list, /d/{256}, ENAMETOOLONG",
  })
  void callsReturnTheErrorOfLinux(String call, String text, ErrorCode code) throws Exception {
    String path = text.replace("{256}", LONGEST + "n").replace("{4096}", "/d" + "/.".repeat(2047));
    try {
      await(call(call, GigaPath.parse(path)));
      fail(call + " " + text + " succeeds");
    } catch (PathException e) {
      assertThat(e.code()).isEqualTo(code);
    } catch (GigaException e) {
      assertThat(e.code()).as("%s", e.getMessage()).isEqualTo(code);
    }
  }

  private CompletableFuture<?> call(String call, GigaPath path) {
    AsyncGigaClient alice = alice();
    return switch (call) {
      case "stat" -> alice.stat(path);
      case "lstat" -> alice.stat(path, Follow.NO);
      case "readlink" -> alice.readLink(path);
      case "create" -> alice.create(path, 0644, false);
      case "create-exclusive" -> alice.create(path, 0644, true);
      case "mkdir" -> alice.makeDirectory(path, 0755);
      case "mkfifo" -> alice.makeNode(path, FileType.FIFO, 0644, 0);
      case "mknod-device" -> alice.makeNode(path, FileType.BLOCK_DEVICE, 0644, 0x801);
      case "mknod-directory" -> alice.makeNode(path, FileType.DIRECTORY, 0755, 0);
      case "mknod-link" -> alice.makeNode(path, FileType.SYMLINK, 0777, 0);
      case "symlink" -> alice.symlink(bytes("f"), path);
      case "symlink-to-nothing" -> alice.symlink(bytes(""), path);
      case "symlink-to-4096" -> alice.symlink(bytes("t".repeat(4096)), path);
      case "unlink" -> alice.unlink(path);
      case "rmdir" -> alice.removeDirectory(path);
      case "chmod" -> alice.setAttributes(path, AttributeChange.ofMode(0600));
      case "chmod-no-follow" -> alice.setAttributes(path, AttributeChange.ofMode(0600), Follow.NO);
      case "list" -> alice.list(path, false);
      default -> throw new AssertionError(call);
    };
  }

  private AsyncGigaClient alice() {
    return Objects.requireNonNull(ofAlice);
  }

  private <T> T await(CompletableFuture<T> future) throws GigaException {
    return Objects.requireNonNull(simulated).simulation().await(future);
  }

  private static GigaPath path(String text) {
    return GigaPath.parse(text);
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
