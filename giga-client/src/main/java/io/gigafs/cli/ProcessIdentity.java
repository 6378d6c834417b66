package io.gigafs.cli;

import com.sun.security.auth.module.UnixSystem;
import io.gigafs.protocol.Caller;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/**
 * The user and groups for which this process acts, and the permissions that it withholds from new
 * files.
 *
 * @param umask the bits of umask(2)
 */
public record ProcessIdentity(Caller caller, int umask) {
  private static final Path STATUS = Path.of("/proc/self/status");
  private static final int DEFAULT_UMASK = 022;

  /** The identity of this process: from Linux's proc(5) file, elsewhere from the JDK. */
  static ProcessIdentity ofThisProcess() {
    try {
      return parse(Files.readAllLines(STATUS, StandardCharsets.ISO_8859_1));
    } catch (IOException e) {
      UnixSystem unix = new UnixSystem();
      int[] groups = Arrays.stream(unix.getGroups()).mapToInt(group -> (int) group).toArray();
      return new ProcessIdentity(
          new Caller((int) unix.getUid(), (int) unix.getGid(), groups), DEFAULT_UMASK);
    }
  }

  /** Parses the lines of a proc(5) status file: effective ids, groups and umask. */
  static ProcessIdentity parse(List<String> lines) {
    int uid = 0;
    int gid = 0;
    int umask = DEFAULT_UMASK;
    int[] groups = {};
    for (String line : lines) {
      String[] words = line.strip().split("\\s+");
      switch (words[0]) {
        case "Uid:" -> uid = Integer.parseUnsignedInt(words[2]);
        case "Gid:" -> gid = Integer.parseUnsignedInt(words[2]);
        case "Umask:" -> umask = Integer.parseInt(words[1], 8);
        case "Groups:" ->
            groups = Arrays.stream(words).skip(1).mapToInt(Integer::parseUnsignedInt).toArray();
        default -> {}
      }
    }
    return new ProcessIdentity(new Caller(uid, gid, groups), umask);
  }
}
