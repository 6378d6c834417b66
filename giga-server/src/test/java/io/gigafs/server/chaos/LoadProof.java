package io.gigafs.server.chaos;

import io.gigafs.client.GigaClient;
import io.gigafs.client.GigaClient.EntryIterator;
import io.gigafs.client.GigaPath;
import io.gigafs.index.InodeId;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.FileAttributes;
import io.gigafs.protocol.GigaException;
import io.gigafs.protocol.namespace.ListedEntry;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.jspecify.annotations.Nullable;

/**
 * Lists the whole tree and stats each name ever used, once no client changes anything, and records
 * both as reads: lost and duplicated changes become visible.
 */
final class LoadProof {
  private final GigaClient reader;
  private final LoadRecord record;
  private final Map<String, InodeId> listed = new HashMap<>();
  private final Map<InodeId, List<String>> byInode = new HashMap<>();

  LoadProof(GigaClient reader, LoadRecord record) {
    this.reader = reader;
    this.record = record;
  }

  /** Reads all entries, and records all missing names. */
  void read(GigaPath root) throws Exception {
    long calledAt = System.nanoTime();
    list(root);
    long returnedAt = System.nanoTime();
    Set<String> used = record.names();
    for (String path : listed.keySet()) {
      if (!used.contains(path)) {
        record.fault("nobody made " + path);
      }
    }
    for (String path : used) {
      record.addFound(path, "proof list", calledAt, returnedAt, listed.get(path));
    }
    askForAll();
  }

  private void list(GigaPath directory) throws GigaException {
    List<GigaPath> below = new ArrayList<>();
    long count = 0;
    try (EntryIterator entries = reader.list(directory, true)) {
      while (entries.hasNext()) {
        ListedEntry entry = entries.next();
        GigaPath path = directory.child(entry.name());
        note(path, entry);
        count++;
        FileAttributes attributes = entry.attributes();
        if (attributes != null && attributes.isDirectory()) {
          below.add(path);
        }
      }
    }
    long size = reader.stat(directory).size();
    if (size != count) {
      record.fault(directory + " lists " + count + " entries but counts " + size);
    }
    for (GigaPath path : below) {
      list(path);
    }
  }

  private void note(GigaPath path, ListedEntry entry) {
    if (listed.put(path.toString(), entry.inode()) != null) {
      record.fault(path + " is listed twice");
    }
    FileAttributes attributes = entry.attributes();
    int links = attributes == null || attributes.isDirectory() ? 1 : attributes.links();
    List<String> names = byInode.computeIfAbsent(entry.inode(), none -> new ArrayList<>());
    names.add(path.toString());
    if (names.size() > links) {
      record.fault(names + " have the same inode id, which has " + links + " links");
    }
  }

  /** The client limits the requests in flight. */
  private void askForAll() throws Exception {
    Map<String, CompletableFuture<FileAttributes>> asked = new HashMap<>();
    long calledAt = System.nanoTime();
    for (String path : record.names()) {
      asked.put(path, reader.async().stat(GigaPath.parse(path)));
    }
    for (Map.Entry<String, CompletableFuture<FileAttributes>> each : asked.entrySet()) {
      @Nullable FileAttributes found = found(each.getValue());
      record.addFound(
          each.getKey(),
          "proof stat",
          calledAt,
          System.nanoTime(),
          found == null ? null : found.inode());
    }
  }

  private static @Nullable FileAttributes found(CompletableFuture<FileAttributes> asked)
      throws Exception {
    try {
      return asked.get();
    } catch (ExecutionException e) {
      if (e.getCause() instanceof GigaException failure && failure.code() == ErrorCode.ENOENT) {
        return null;
      }
      throw e;
    }
  }
}
