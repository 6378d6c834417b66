package io.gigafs.rpc;

import io.gigafs.protocol.Caller;
import io.netty.channel.Channel;
import io.netty.channel.epoll.EpollDomainSocketChannel;
import io.netty.channel.socket.nio.NioChannelOption;
import io.netty.channel.socket.nio.NioDomainSocketChannel;
import io.netty.channel.unix.PeerCredentials;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import jdk.net.ExtendedSocketOptions;
import jdk.net.UnixDomainPrincipal;
import org.jspecify.annotations.Nullable;

/**
 * The identities that the peer of a connection may act for. Over a domain socket the kernel reports
 * the peer's process (unix(7), {@code SO_PEERCRED}): root and the server's own user act for anyone,
 * other users for themselves only, with groups that their process has. Over TCP there is no such
 * report, and the callers named in requests are trusted. Immutable.
 */
final class LocalPeer {
  static final LocalPeer ANYBODY = new LocalPeer(true, -1, Set.of());

  /** A peer whose process the kernel does not report. */
  private static final LocalPeer NOBODY = new LocalPeer(false, -1, Set.of());

  private static final int ROOT = 0;
  private static final String USERS = "Uid:";
  private static final String GROUPS = "Groups:";

  private final boolean isTrusted;
  private final int uid;
  private final Set<Integer> groups;

  private LocalPeer(boolean isTrusted, int uid, Set<Integer> groups) {
    this.isTrusted = isTrusted;
    this.uid = uid;
    this.groups = groups;
  }

  /** The peer of an accepted channel. */
  static LocalPeer of(Channel channel) {
    if (channel instanceof EpollDomainSocketChannel local) {
      try {
        return of(local.peerCredentials(), ownUid());
      } catch (IOException e) {
        return NOBODY;
      }
    }
    return channel instanceof NioDomainSocketChannel local ? of(local) : ANYBODY;
  }

  /** The JDK reports names instead of numeric ids. */
  private static LocalPeer of(NioDomainSocketChannel channel) {
    UnixDomainPrincipal process =
        channel.config().getOption(NioChannelOption.of(ExtendedSocketOptions.SO_PEERCRED));
    String user = process == null ? "" : process.user().getName();
    return user.equals("root") || user.equals(System.getProperty("user.name")) ? ANYBODY : NOBODY;
  }

  private static LocalPeer of(PeerCredentials process, int ownUid) {
    if (process.uid() == ROOT || process.uid() == ownUid) {
      return ANYBODY;
    }
    Set<Integer> groups = new HashSet<>(supplementary(process));
    Arrays.stream(process.gids()).forEach(groups::add);
    return of(process.uid(), groups);
  }

  static LocalPeer of(int uid, Set<Integer> groups) {
    return new LocalPeer(false, uid, Set.copyOf(groups));
  }

  /** The uid of this process. */
  static int ownUid() throws IOException {
    return (Integer) Files.getAttribute(Path.of("/proc/self"), "unix:uid");
  }

  /** Empty if the process is gone, or its id belongs to another process by now. */
  private static Set<Integer> supplementary(PeerCredentials process) {
    try {
      List<String> status =
          Files.readAllLines(Path.of("/proc", Integer.toString(process.pid()), "status"));
      return numbers(status, USERS).contains(process.uid()) ? numbers(status, GROUPS) : Set.of();
    } catch (IOException | NumberFormatException e) {
      return Set.of();
    }
  }

  private static Set<Integer> numbers(List<String> status, String name) {
    Set<Integer> numbers = new HashSet<>();
    for (String line : status) {
      if (line.startsWith(name)) {
        String rest = line.substring(name.length()).strip();
        for (String number : rest.split("\\s+", -1)) {
          if (!number.isEmpty()) {
            numbers.add((int) Long.parseLong(number));
          }
        }
      }
    }
    return numbers;
  }

  /** Whether it may send requests of servers and act for anyone. */
  boolean isTrusted() {
    return isTrusted;
  }

  /** Whether it may send a request on behalf of this caller; null stands for no caller. */
  boolean mayActFor(@Nullable Caller caller) {
    if (isTrusted || caller == null) {
      return true;
    }
    return caller.uid() == uid
        && groups.contains(caller.gid())
        && Arrays.stream(caller.groups()).allMatch(groups::contains);
  }
}
