package io.gigafs.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.gigafs.client.Follow;
import io.gigafs.client.GigaClient;
import io.gigafs.client.GigaClient.EntryIterator;
import io.gigafs.client.GigaPath;
import io.gigafs.index.InodeId;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.FileAttributes;
import io.gigafs.protocol.FileType;
import io.gigafs.protocol.GigaException;
import io.gigafs.protocol.namespace.Xattr;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Map;
import java.util.TreeMap;

/**
 * The visible state of a small tree as text, without inode ids and access times: attributes, names
 * of one file, extended attributes, quotas and bytes. {@link SameTrees} compares the attributes of
 * large trees.
 */
final class TreeSnapshot {
  private TreeSnapshot() {}

  /** The state of each path, sorted by path. */
  static Map<String, String> of(GigaClient client) throws GigaException {
    Map<String, String> seen = new TreeMap<>();
    walk(client, GigaPath.ROOT, seen, new HashMap<>());
    return seen;
  }

  private static void walk(
      GigaClient client, GigaPath path, Map<String, String> seen, Map<InodeId, String> files)
      throws GigaException {
    FileAttributes found = client.stat(path, Follow.NO);
    StringBuilder said = new StringBuilder();
    said.append(found.type())
        .append(" %o %d:%d ".formatted(found.mode(), found.uid(), found.gid()))
        .append("size %d links %d ".formatted(found.size(), found.links()))
        .append("%d %d ".formatted(found.modifiedNanos(), found.changedNanos()))
        .append("flags %d ".formatted(found.flags()))
        .append(found.type() == FileType.REGULAR ? "" : "device " + found.device());
    if (!found.isDirectory()) {
      said.append(" same as ")
          .append(files.computeIfAbsent(found.inode(), first -> path.toString()));
    }
    for (Xattr xattr : client.listXattrs(path, Follow.NO)) {
      said.append(' ').append(xattr.name()).append('=').append(hash(xattr.value()));
    }
    if (found.type() == FileType.REGULAR) {
      said.append(" holds ").append(hash(client.readFile(path)));
    } else if (found.type() == FileType.SYMLINK) {
      said.append(" to ").append(hash(client.readLink(path)));
    } else if (found.isDirectory()) {
      said.append(quota(client, path));
      try (EntryIterator entries = client.list(path, false)) {
        while (entries.hasNext()) {
          walk(client, path.child(entries.next().name()), seen, files);
        }
      }
    }
    seen.put(path.toString(), said.toString());
  }

  private static String quota(GigaClient client, GigaPath path) throws GigaException {
    try {
      return " quota " + client.quota(path);
    } catch (GigaException e) {
      assertThat(e.code()).isEqualTo(ErrorCode.ENODATA);
      return "";
    }
  }

  private static String hash(byte[] bytes) {
    return bytes.length < 40
        ? HexFormat.of().formatHex(bytes)
        : bytes.length + "#" + Arrays.hashCode(bytes);
  }
}
