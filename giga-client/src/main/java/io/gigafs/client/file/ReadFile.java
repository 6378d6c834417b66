package io.gigafs.client.file;

import io.gigafs.client.Follow;
import io.gigafs.client.OpenFile;
import io.gigafs.client.OpenOptions;
import io.gigafs.client.OpenOptions.Flag;
import io.gigafs.client.bulk.WholeBytes;
import io.gigafs.client.entry.NameOperation;
import io.gigafs.client.path.PathUse;
import io.gigafs.client.request.ClientOperation;
import io.gigafs.client.request.DirectoryKey;
import io.gigafs.client.session.ClientContext;
import io.gigafs.concurrent.CallDeadline;
import io.gigafs.concurrent.Futures;
import io.gigafs.index.InodeId;
import io.gigafs.index.PartitionIndex;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.FileAttributes;
import io.gigafs.protocol.FileType;
import io.gigafs.protocol.GigaException;
import io.gigafs.protocol.Request;
import io.gigafs.protocol.file.FileData;
import io.gigafs.protocol.file.ReadFileRequest;
import io.gigafs.protocol.file.ReadFileRequest.ReadFileResult;
import io.gigafs.protocol.namespace.LookupResult;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.concurrent.CompletableFuture;

/** Reads a whole file: at once if the server keeps its bytes, else through a handle. */
public final class ReadFile extends NameOperation<ReadFileResult, byte[]> {
  public ReadFile(ClientContext context, ClientOperation<byte[]> operation) {
    super(context, operation, PathUse.FILE, Follow.YES);
  }

  @Override
  protected Request<ReadFileResult> request(InodeId directory, PartitionIndex partition) {
    return new ReadFileRequest(directory, partition, operation().caller(), name());
  }

  @Override
  protected void done(ReadFileResult result) {
    LookupResult file = result.file();
    FileAttributes attributes = file.attributes();
    if (file.isElsewhere()) {
      ask(new DirectoryKey(attributes.inode(), InodeId.FILE_NAME));
    } else if (attributes.type() == FileType.SYMLINK) {
      place().resolver().follow(file.target());
    } else if (attributes.type() == FileType.DIRECTORY) {
      fail(ErrorCode.EISDIR, "");
    } else if (attributes.type() != FileType.REGULAR) {
      fail(ErrorCode.EINVAL, "it is not a regular file");
    } else if (attributes.size() > WholeBytes.MOST) {
      fail(ErrorCode.EFBIG, "it has " + attributes.size() + " bytes");
    } else if (result.data() instanceof FileData.Inline inline) {
      complete(inline, attributes.size());
    } else {
      readThroughHandle();
    }
  }

  private void complete(FileData.Inline inline, long size) {
    byte[] whole = WholeBytes.of(inline, size);
    if (whole == null) {
      fail(
          ErrorCode.EIO,
          "the bytes that the server sent do not match their checksum:"
              + " check its store and memory");
    } else {
      complete(whole);
    }
  }

  private void readThroughHandle() {
    ClientOperation<OpenFile> opening = operation().part("open");
    new OpenCall(context(), opening, OpenOptions.of(Flag.READ)).open();
    new CallDeadline(operation().deadlineNanos())
        .within(() -> wholeOf(opening.future()))
        .whenComplete(
            (bytes, failure) -> {
              if (failure == null) {
                complete(bytes);
              } else {
                operation().fail(operation().cause(failure));
              }
            });
  }

  private CompletableFuture<byte[]> wholeOf(CompletableFuture<OpenFile> opening) {
    return Futures.then(
        opening,
        file ->
            Futures.andThen(
                Futures.then(file.stat(), attributes -> readAll(file, attributes.size())),
                failure -> file.closeAsync()));
  }

  private CompletableFuture<byte[]> readAll(OpenFile file, long size) {
    if (size > WholeBytes.MOST) {
      return CompletableFuture.failedFuture(
          operation().failure(ErrorCode.EFBIG, "it has " + size + " bytes"));
    }
    byte[] bytes = new byte[(int) size];
    return Futures.then(
        file.read(0, ByteBuffer.wrap(bytes)),
        read ->
            CompletableFuture.completedFuture(
                read == bytes.length ? bytes : Arrays.copyOf(bytes, read)));
  }

  private void fail(ErrorCode code, String detail) {
    GigaException failure = operation().failure(code, detail);
    operation().fail(failure);
  }
}
