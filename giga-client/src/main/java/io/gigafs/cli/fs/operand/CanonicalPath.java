package io.gigafs.cli.fs.operand;

import io.gigafs.cli.ByteText;
import io.gigafs.client.Follow;
import io.gigafs.client.GigaClient;
import io.gigafs.client.GigaPath;
import io.gigafs.index.Name;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.FileAttributes;
import io.gigafs.protocol.FileType;
import io.gigafs.protocol.GigaException;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Resolves all links in paths, as realpath(3) does. For one thread. */
public final class CanonicalPath {
  private static final int MAX_LINKS = 40;

  private final GigaClient client;
  private final boolean lastMayBeMissing;

  public CanonicalPath(GigaClient client, boolean lastMayBeMissing) {
    this.client = client;
    this.lastMayBeMissing = lastMayBeMissing;
  }

  public String of(Operand operand) throws GigaException {
    Deque<String> rest = new ArrayDeque<>();
    for (Name name : operand.path().names()) {
      rest.add(ByteText.decode(name.bytes()));
    }
    GigaPath path = GigaPath.ROOT;
    int links = 0;
    while (!rest.isEmpty()) {
      String part = rest.remove();
      if (part.isEmpty() || part.equals(".")) {
        continue;
      }
      if (part.equals("..")) {
        path = path.isRoot() ? path : path.parent();
        continue;
      }
      GigaPath next = path.child(Name.of(ByteText.encode(part)));
      FileAttributes attributes = stat(next, isLast(rest));
      if (attributes == null || attributes.type() != FileType.SYMLINK) {
        if (attributes != null && !attributes.isDirectory() && !rest.isEmpty()) {
          throw ErrorCode.ENOTDIR.exception(operand.text());
        }
        path = next;
        continue;
      }
      if (++links > MAX_LINKS) {
        throw ErrorCode.ELOOP.exception(operand.text());
      }
      String target = ByteText.decode(client.readLink(next));
      path = target.startsWith("/") ? GigaPath.ROOT : path;
      List<String> parts = Arrays.asList(target.split("/"));
      for (int i = parts.size() - 1; i >= 0; i--) {
        rest.push(parts.get(i));
      }
    }
    return LosslessPaths.text(path);
  }

  private static boolean isLast(Deque<String> rest) {
    return rest.stream().allMatch(String::isEmpty);
  }

  private @Nullable FileAttributes stat(GigaPath path, boolean last) throws GigaException {
    try {
      return client.stat(path, Follow.NO);
    } catch (GigaException e) {
      if (e.code() == ErrorCode.ENOENT && last && lastMayBeMissing) {
        return null;
      }
      throw e;
    }
  }
}
