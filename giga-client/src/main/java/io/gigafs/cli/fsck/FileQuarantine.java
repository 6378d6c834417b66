package io.gigafs.cli.fsck;

import io.gigafs.cli.ErrorText;
import io.gigafs.client.Follow;
import io.gigafs.client.GigaClient;
import io.gigafs.client.Target.EntryTarget;
import io.gigafs.index.InodeId;
import io.gigafs.index.Name;
import io.gigafs.protocol.GigaException;
import io.gigafs.protocol.fsck.FindingKind;
import io.gigafs.protocol.fsck.Verdict;
import io.gigafs.protocol.namespace.RenameMode;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Removes files with damaged or lost bytes from their directories, since they cannot be repaired:
 * they are renamed to {@code /lost+found}, with what is left of them.
 */
final class FileQuarantine {
  private final GigaClient client;
  private final InodeId lostAndFound;

  /**
   * @param lostAndFound the directory that receives the files
   */
  FileQuarantine(GigaClient client, InodeId lostAndFound) {
    this.client = client;
    this.lostAndFound = lostAndFound;
  }

  /**
   * The verdict on a finding that a server has not repaired; other findings are returned unchanged.
   */
  ClusterCheck.Judged take(ClusterCheck.Judged judged) {
    Name name = judged.finding().name();
    return judged.finding().kind() != FindingKind.DAMAGED_BYTES
            || name == null
            || judged.verdict().state() != Verdict.State.UNREPAIRED
        ? judged
        : new ClusterCheck.Judged(
            judged.server(),
            judged.finding(),
            take(judged.finding().directory(), name.toString(), judged.verdict()));
  }

  /**
   * Moves a file out of its directory.
   *
   * @param before the verdict so far
   */
  Verdict take(InodeId directory, String name, Verdict before) {
    if (directory.equals(lostAndFound)) {
      return new Verdict(Verdict.State.UNREPAIRED, "it is in /lost+found: remove it there");
    }
    try {
      EntryTarget found = new EntryTarget(directory, Name.of(name));
      InodeId inode = client.stat(found, Follow.NO).inode();
      if (inode.equals(directory)) {
        return new Verdict(
            Verdict.State.UNREPAIRED,
            "the file has several names, which stay: " + before.detail() + ", or remove them");
      }
      Name there = nameOf(directory, inode, name);
      client.rename(found, new EntryTarget(lostAndFound, there), RenameMode.NO_REPLACE);
      return new Verdict(
          Verdict.State.REPAIRED, "it is /lost+found/" + there + " now, with what is left of it");
    } catch (GigaException e) {
      return new Verdict(
          Verdict.State.UNREPAIRED, "it cannot go to /lost+found: " + ErrorText.of(e));
    }
  }

  /** The name that servers use for lost entries. */
  private static Name nameOf(InodeId directory, InodeId inode, String name) {
    byte[] bytes =
        ((directory + "." + inode).replace(':', '.') + "." + name).getBytes(StandardCharsets.UTF_8);
    return Name.of(Arrays.copyOf(bytes, Math.min(bytes.length, Name.MAX_BYTES)));
  }
}
