package io.gigafs.server.migration;

import io.gigafs.index.InodeId;
import io.gigafs.index.PartitionIndex;
import io.gigafs.protocol.Answer;
import io.gigafs.protocol.Result.Empty;
import io.gigafs.protocol.migration.InstallChunkRequest;
import io.gigafs.server.context.ServerContext;
import io.gigafs.tablefs.RangeFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * Sends a partition's files to its new owner in pieces. Not thread-safe; reads in the background.
 */
final class Upload {
  private static final int PIECE_BYTES = 1 << 20;
  private static final long PIECE_MILLIS = 10_000;

  private final PartitionSender sender;
  private final ServerContext context;
  private final InodeId directory;
  private final PartitionIndex partition;
  private final long transaction;
  private final List<RangeFile> files;
  private final CompletableFuture<Void> sent = new CompletableFuture<>();

  Upload(
      PartitionSender sender,
      InodeId directory,
      PartitionIndex partition,
      long transaction,
      List<RangeFile> files) {
    this.sender = sender;
    this.context = sender.context();
    this.directory = directory;
    this.partition = partition;
    this.transaction = transaction;
    this.files = files;
  }

  /**
   * Sends all files. The future fails if a piece is refused or lost; the target may then keep some
   * pieces for a while.
   */
  CompletableFuture<Void> send() {
    sendPiece(0, 0);
    return sent;
  }

  private void sendPiece(int file, long offset) {
    try {
      byte[] bytes = file < files.size() ? read(files.get(file).path(), offset) : new byte[0];
      String family = file < files.size() ? files.get(file).family() : "";
      context.counters().transferMessageBytes().increment(bytes.length);
      InstallChunkRequest piece =
          new InstallChunkRequest(directory, partition, transaction, file, family, offset, bytes);
      context
          .messenger()
          .ask(piece, context.in(PIECE_MILLIS))
          .thenAccept(
              answer ->
                  sender.background().execute(() -> received(answer, file, offset + bytes.length)));
    } catch (IOException e) {
      sent.completeExceptionally(e);
    }
  }

  private void received(Answer<Empty> answer, int file, long offset) {
    try {
      if (!(answer instanceof Answer.Done<Empty>)) {
        sent.completeExceptionally(new IOException("the target answered a piece with " + answer));
      } else if (file < files.size() && offset < Files.size(files.get(file).path())) {
        sendPiece(file, offset);
      } else if (file + 1 < files.size()) {
        sendPiece(file + 1, 0);
      } else {
        sent.complete(null);
      }
    } catch (IOException e) {
      sent.completeExceptionally(e);
    }
  }

  private static byte[] read(Path file, long offset) throws IOException {
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
      ByteBuffer piece = ByteBuffer.allocate((int) Math.min(PIECE_BYTES, channel.size() - offset));
      int read = 0;
      while (read >= 0 && piece.hasRemaining()) {
        read = channel.read(piece, offset + piece.position());
      }
      return piece.array();
    }
  }
}
