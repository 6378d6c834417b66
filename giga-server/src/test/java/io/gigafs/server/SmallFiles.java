package io.gigafs.server;

import io.gigafs.index.InodeId;
import io.gigafs.index.Name;
import io.gigafs.index.PartitionIndex;
import io.gigafs.index.PartitionMap;
import io.gigafs.protocol.Answer;
import io.gigafs.protocol.Caller;
import io.gigafs.protocol.FileHandle;
import io.gigafs.protocol.Request.PartitionRequest;
import io.gigafs.protocol.Result;
import io.gigafs.protocol.Sequence;
import io.gigafs.protocol.file.CloseRequest;
import io.gigafs.protocol.file.DataWrite;
import io.gigafs.protocol.file.FileData;
import io.gigafs.protocol.file.OpenRequest;
import io.gigafs.protocol.file.OpenResult;
import io.gigafs.protocol.file.ReadFileRequest;
import io.gigafs.protocol.file.ReadFileRequest.ReadFileResult;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.zip.CRC32C;

/**
 * Writes and reads the bytes of small files with single requests, wherever their names are, past
 * the caches of a client.
 */
public final class SmallFiles {
  private static final long SESSION = 4711;
  private static final int MAX_ATTEMPTS = 200;

  private final SimulatedCluster cluster;
  private final RawClient raw;
  private final Map<InodeId, PartitionMap> maps = new HashMap<>();
  private long numbers;

  public SmallFiles(SimulatedCluster cluster) {
    this.cluster = cluster;
    this.raw = cluster.rawClient();
  }

  /** Creates or opens a file, and appends a text with its close. */
  public void append(InodeId directory, String name, String text) {
    close(directory, name, open(directory, name), text);
  }

  /** Opens a file; creates it if it does not exist. */
  public FileHandle open(InodeId directory, String name) {
    long handle = ++numbers;
    Sequence sequence = new Sequence(++numbers, 0);
    OpenResult opened =
        ask(
            directory,
            name,
            partition ->
                new OpenRequest(
                    directory,
                    partition,
                    Caller.ROOT,
                    sequence,
                    Name.of(name),
                    SESSION,
                    handle,
                    true,
                    true,
                    true,
                    false,
                    false,
                    false,
                    false,
                    false,
                    0644,
                    null));
    return new FileHandle(opened.attributes().inode(), SESSION, handle);
  }

  /** Closes a file by its current name, and appends a text with the close. */
  public void close(InodeId directory, String name, FileHandle handle, String text) {
    Sequence sequence = new Sequence(++numbers, 0);
    List<DataWrite> writes =
        List.of(new DataWrite(DataWrite.APPEND, text.getBytes(StandardCharsets.UTF_8)));
    ask(
        directory,
        name,
        partition ->
            new CloseRequest(
                directory,
                partition,
                Caller.ROOT,
                sequence,
                Name.of(name),
                handle,
                writes,
                null,
                false,
                false));
  }

  /** The text of a file, also of one with an inode record. */
  public String read(InodeId directory, String name) {
    ReadFileResult found =
        ask(
            directory,
            name,
            partition -> new ReadFileRequest(directory, partition, Caller.ROOT, Name.of(name)));
    if (found.file().isElsewhere()) {
      return read(found.file().attributes().inode(), InodeId.FILE_NAME.toString());
    }
    FileData.Inline data = (FileData.Inline) Objects.requireNonNull(found.data());
    CRC32C crc = new CRC32C();
    crc.update(data.bytes());
    if ((int) crc.getValue() != data.crc()) {
      throw new AssertionError("the bytes of " + name + " do not have their checksum");
    }
    return new String(data.bytes(), StandardCharsets.UTF_8);
  }

  private <R extends Result> R ask(
      InodeId directory, String name, Function<PartitionIndex, PartitionRequest<R>> request) {
    for (int i = 0; i < MAX_ATTEMPTS; i++) {
      PartitionMap map = maps.getOrDefault(directory, PartitionMap.UNSPLIT);
      Answer<R> answer = raw.ask(request.apply(map.indexOf(Name.of(name).hash())));
      if (answer instanceof Answer.Done<R> done) {
        return done.result();
      }
      if (answer instanceof Answer.Split<R> split) {
        maps.put(directory, map.merge(split.map()));
      } else if (answer instanceof Answer.Retry<R> || answer instanceof Answer.Moved<R>) {
        cluster.simulation().runMillis(20);
      } else {
        throw new AssertionError(name + " in " + directory + ": " + answer);
      }
    }
    throw new AssertionError(name + " in " + directory + " is never answered");
  }
}
