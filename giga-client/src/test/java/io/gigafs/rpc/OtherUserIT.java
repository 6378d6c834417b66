package io.gigafs.rpc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.gigafs.protocol.Answer;
import io.gigafs.protocol.Caller;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.frame.Frame;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests for processes of another user that connect to a server's domain socket; requires root. */
class OtherUserIT {
  private static final int USER = 54_321;
  private static final int GROUP = 54_322;
  private static final int OTHER_GROUP = 54_323;

  private final RpcFixture rpc = new RpcFixture(Transport.EPOLL);
  @TempDir private Path directory = Path.of(".");
  private Path socket = directory;

  @BeforeEach
  void needsRoot() throws IOException {
    boolean isRoot = LocalPeer.ownUid() == 0;
    if (System.getenv("CI") == null) {
      assumeThat(isRoot).as("only root starts processes of others").isTrue();
    }
    assertThat(isRoot).isTrue();
    Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwxr-xr-x"));
    socket = directory.resolve("giga.sock");
    NettyRpcServer server =
        rpc.server(
            new DirectoryHandler(), rpc.serverSettings().toBuilder().localSocket(socket).build());
    assertThat(server.localSocket()).isEqualTo(socket.toString());
  }

  @AfterEach
  void close() {
    rpc.close();
  }

  /** A connection to the server through a process of another user. */
  private static final class ProcessSocket extends Socket {
    private final Process process;

    ProcessSocket(Process process) {
      this.process = process;
    }

    @Override
    public InputStream getInputStream() {
      return process.getInputStream();
    }

    @Override
    public OutputStream getOutputStream() {
      return new OutputStream() {
        @Override
        public void write(int b) throws IOException {
          write(new byte[] {(byte) b}, 0, 1);
        }

        @Override
        public void write(byte[] bytes, int offset, int length) throws IOException {
          process.getOutputStream().write(bytes, offset, length);
          process.getOutputStream().flush();
        }
      };
    }

    @Override
    public synchronized void setSoTimeout(int timeout) {
      // The build's timeout ends a read that never returns.
    }

    @Override
    public synchronized void close() throws IOException {
      process.destroyForcibly();
      super.close();
    }
  }

  private RawConnection connect(int uid, int gid, int... groups) throws IOException {
    String name = OtherUserMain.class.getName();
    Path file = directory.resolve("classes").resolve(name.replace('.', '/') + ".class");
    Path parent = Files.createDirectories(Objects.requireNonNull(file.getParent()));
    try (InputStream bytes =
        Objects.requireNonNull(OtherUserMain.class.getResourceAsStream("OtherUserMain.class"))) {
      Files.copy(bytes, file, StandardCopyOption.REPLACE_EXISTING);
    }
    assertThat(parent).isReadable();
    String all = groups.length == 0 ? "--clear-groups" : "--groups=" + groups[0];
    Process process =
        new ProcessBuilder(
                "setpriv",
                "--reuid=" + uid,
                "--regid=" + gid,
                all,
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx16m",
                "-cp",
                directory.resolve("classes").toString(),
                name,
                socket.toString())
            .directory(directory.toFile())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    return RawConnection.established(new ProcessSocket(process));
  }

  private static Answer<?> ask(RawConnection connection, long number, Caller caller)
      throws IOException {
    connection.send(
        new Frame.OfRequest(number, 10_000, DirectoryHandler.makeDirectory(number, caller)));
    return ((Frame.OfAnswer) connection.receive()).answer();
  }

  private static ErrorCode refusal(Answer<?> answer) {
    assertThat(answer).isInstanceOf(Answer.Failed.class);
    return ((Answer.Failed<?>) answer).code();
  }

  @Test
  void processActsForItsOwnUserOnly() throws IOException {
    try (RawConnection connection = connect(USER, GROUP, OTHER_GROUP)) {
      assertThat(ask(connection, 1, new Caller(USER, GROUP))).isEqualTo(RpcFixture.created(1));
      assertThat(ask(connection, 2, new Caller(USER, OTHER_GROUP, GROUP)))
          .isEqualTo(RpcFixture.created(2));
      assertThat(refusal(ask(connection, 3, Caller.ROOT))).isEqualTo(ErrorCode.EPERM);
      assertThat(refusal(ask(connection, 4, new Caller(USER + 10, GROUP))))
          .isEqualTo(ErrorCode.EPERM);
      assertThat(refusal(ask(connection, 5, new Caller(USER, 0)))).isEqualTo(ErrorCode.EPERM);
      assertThat(refusal(ask(connection, 6, new Caller(USER, GROUP, 4))))
          .isEqualTo(ErrorCode.EPERM);
      assertThat(ask(connection, 7, new Caller(USER, GROUP))).isEqualTo(RpcFixture.created(7));
    }
  }

  @Test
  void processActsForItsOwnGroupsOnly() throws IOException {
    try (RawConnection connection = connect(USER, GROUP)) {
      assertThat(ask(connection, 1, new Caller(USER, GROUP))).isEqualTo(RpcFixture.created(1));
      assertThat(refusal(ask(connection, 2, new Caller(USER, OTHER_GROUP))))
          .as("a group that the process has left")
          .isEqualTo(ErrorCode.EPERM);
    }
  }

  @Test
  void rootProcessActsForAnyUser() throws IOException {
    try (RawConnection connection = connect(0, GROUP)) {
      assertThat(ask(connection, 1, Caller.ROOT)).isEqualTo(RpcFixture.created(1));
      assertThat(ask(connection, 2, new Caller(USER, GROUP))).isEqualTo(RpcFixture.created(2));
    }
  }
}
