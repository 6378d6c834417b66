package io.gigafs.rpc;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelOption;
import java.io.IOException;
import java.net.ConnectException;
import java.net.StandardProtocolFamily;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Listens on a domain socket for all programs of this machine, which any user may connect to, as
 * with a port. The socket file is removed on close; one that a crashed server left behind is
 * replaced.
 */
final class LocalListener implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(LocalListener.class);

  /**
   * The kernel allows one byte more (unix(7): {@code sun_path}), but the JDK of clients does not.
   */
  private static final int MAX_PATH_BYTES = 106;

  private static final long CLOSE_MILLIS = 5_000;
  private static final String PERMISSIONS = "rw-rw-rw-";

  /** File type bits of {@code st_mode}, see inode(7). */
  private static final int TYPE_BITS = 0170000;

  private static final int SOCKET_TYPE = 0140000;

  private final Path path;
  private final Channel channel;

  private LocalListener(Path path, Channel channel) {
    this.path = path;
    this.channel = channel;
  }

  /**
   * Starts to listen.
   *
   * @param acceptor handler that is notified of accepted channels
   * @return null if that is not possible; the log then says why
   */
  static @Nullable LocalListener open(Path place, EventLoops loops, ChannelHandler acceptor) {
    Path path = place.toAbsolutePath();
    int bytes = path.toString().getBytes(StandardCharsets.UTF_8).length;
    if (bytes > MAX_PATH_BYTES) {
      warn(
          path,
          "its path has " + bytes + " bytes, and at most " + MAX_PATH_BYTES + " are possible",
          "set a shorter one");
      return null;
    }
    try {
      Files.createDirectories(path.getParent());
      removeStale(path);
      return new LocalListener(path, bind(path, loops, acceptor));
    } catch (IOException e) {
      String reason = e instanceof FileSystemException ? e.toString() : e.getMessage();
      warn(path, String.valueOf(reason), "fix that, or set another path");
      return null;
    }
  }

  private static void warn(Path path, String reason, String remedy) {
    log.warn(
        "does not listen on {}: {}; programs of this machine use TCP, which is slower: {}",
        path,
        reason,
        remedy);
  }

  /**
   * Removes a stale socket file.
   *
   * @throws IOException if the path exists and is not a socket left by a crashed server
   */
  private static void removeStale(Path path) throws IOException {
    if (!Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
      return;
    }
    int mode = (Integer) Files.getAttribute(path, "unix:mode", LinkOption.NOFOLLOW_LINKS);
    if ((mode & TYPE_BITS) != SOCKET_TYPE) {
      throw new IOException("there is a file that is no socket");
    }
    if (isAlive(path)) {
      throw new IOException("another process listens there");
    }
    Files.deleteIfExists(path);
  }

  private static boolean isAlive(Path path) throws IOException {
    try (SocketChannel probe = SocketChannel.open(StandardProtocolFamily.UNIX)) {
      probe.configureBlocking(false);
      probe.connect(JdkDomainSocket.address(path));
      return true;
    } catch (ConnectException e) {
      return false;
    }
  }

  private static Channel bind(Path path, EventLoops loops, ChannelHandler acceptor)
      throws IOException {
    ChannelFuture bound =
        new ServerBootstrap()
            .group(loops.group())
            .channelFactory(loops.transport()::newLocalServerChannel)
            .option(ChannelOption.SO_BACKLOG, NettyRpcServer.BACKLOG)
            .childOption(ChannelOption.WRITE_BUFFER_WATER_MARK, NettyRpcServer.WATER_MARK)
            .childHandler(acceptor)
            .bind(loops.transport().localAddress(path))
            .awaitUninterruptibly();
    if (!bound.isSuccess()) {
      throw new IOException(bound.cause().getMessage(), bound.cause());
    }
    boolean isOpenToAll = false;
    try {
      Files.setPosixFilePermissions(path, PosixFilePermissions.fromString(PERMISSIONS));
      isOpenToAll = true;
    } finally {
      if (!isOpenToAll) {
        close(bound.channel());
      }
    }
    return bound.channel();
  }

  /** The absolute path of the socket. */
  Path path() {
    return path;
  }

  /** Stops listening and removes the file. Accepted connections stay open. */
  @Override
  public void close() {
    close(channel);
  }

  private static void close(Channel channel) {
    // Netty removes the file when the channel closes.
    channel.close().awaitUninterruptibly(CLOSE_MILLIS);
  }
}
