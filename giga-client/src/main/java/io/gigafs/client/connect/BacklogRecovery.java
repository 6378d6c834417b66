package io.gigafs.client.connect;

import io.gigafs.cache.journal.JournalIdentity;
import io.gigafs.cache.journal.RecoveredFile;
import io.gigafs.cache.journal.WriteJournal;
import io.gigafs.cache.journal.WriteJournal.JournaledWrite;
import io.gigafs.client.Awaiting;
import io.gigafs.client.DirectoryTarget;
import io.gigafs.client.Listing;
import io.gigafs.client.OpenFile;
import io.gigafs.client.OpenOptions;
import io.gigafs.client.OpenOptions.Flag;
import io.gigafs.client.Target.EntryTarget;
import io.gigafs.client.data.HandleData.FoundObject;
import io.gigafs.client.file.HandleFile;
import io.gigafs.client.session.ClientContext;
import io.gigafs.index.InodeId;
import io.gigafs.index.Name;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.GigaException;
import io.gigafs.protocol.namespace.ListedEntry;
import io.gigafs.volume.ObjectStatus;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Uploads what an earlier process left in the writeback journal. Used by one thread, which it
 * blocks.
 *
 * <p>Invariants:
 *
 * <ol>
 *   <li>A file's writes are uploaded only if its object is still the one they were made to and is
 *       in the state that the process left. If an upload was in flight then, the object may begin
 *       with its bytes.
 *   <li>Writes leave the journal only once they are on the volume's disk, or synced to the
 *       directory of conflicts.
 * </ol>
 */
final class BacklogRecovery {
  private static final Logger LOG = LoggerFactory.getLogger(BacklogRecovery.class);

  /** An upload that was in flight is recognized by this many bytes at its beginning. */
  private static final int COMPARED_BYTES = 4 << 10;

  /** The maximum number of bytes of contiguous writes that one write to the volume merges. */
  private static final int MAX_BATCH_BYTES = 4 << 20;

  private final ClientContext context;
  private final CoreClient client;
  private final WriteJournal journal;

  /**
   * @param client acts for the superuser
   */
  BacklogRecovery(ClientContext context, CoreClient client, WriteJournal journal) {
    this.context = context;
    this.client = client;
    this.journal = journal;
  }

  void run() throws GigaException {
    try {
      journal.bind(context.views().current().clusterId());
    } catch (IOException e) {
      throw ErrorCode.EINVAL.exception("the writeback journal " + e.getMessage());
    }
    List<RecoveredFile> files = journal.takeRecovered();
    if (files.isEmpty()) {
      return;
    }
    LOG.info(
        "The writeback journal {} has {} bytes of {} files that an earlier process did not upload",
        journal,
        files.stream().mapToLong(RecoveredFile::bytes).sum(),
        files.size());
    // Without this, each file of an unresponsive volume would take the whole timeout.
    Set<Integer> silentVolumes = new HashSet<>();
    for (RecoveredFile file : files) {
      int volume = file.identity().volume();
      if (silentVolumes.contains(volume)) {
        notUploaded(file, "volume " + volume + " does not answer");
        continue;
      }
      try {
        recover(file);
      } catch (IOException e) {
        notUploaded(file, String.valueOf(e.getMessage()));
        if (e instanceof GigaException failure && failure.code() == ErrorCode.ETIMEDOUT) {
          silentVolumes.add(volume);
        }
      }
    }
  }

  private void notUploaded(RecoveredFile file, String reason) {
    LOG.error(
        "{} bytes of {} could not be uploaded and stay in the writeback journal {} until a client"
            + " with this data cache starts next: {}",
        file.bytes(),
        file.identity(),
        journal,
        reason);
  }

  private void recover(RecoveredFile file) throws IOException {
    HandleFile opened = open(file);
    if (opened == null) {
      conflict(
          file,
          "it is not found by its names, its inode or in its directories: removed, or moved since");
      return;
    }
    try {
      String reason = conflictOf(file, opened);
      if (reason != null) {
        conflict(file, reason);
        return;
      }
      upload(file, opened);
    } finally {
      opened.closeAsync().exceptionally(failure -> null).join();
    }
    LOG.info("Uploaded {} bytes of {}", file.bytes(), file.identity());
  }

  /**
   * Opens the file by a name in the journal; else by its inode record; else by another name in the
   * same directories, because a file with one name has no inode record. Null if it is found
   * nowhere.
   */
  private @Nullable HandleFile open(RecoveredFile file) throws GigaException {
    InodeId inode = file.identity().inode();
    for (JournalIdentity name : file.names()) {
      HandleFile opened = open(name.directory(), name.name(), inode);
      if (opened != null) {
        return opened;
      }
    }
    HandleFile opened = ifThere(() -> client.reopen(inode, options()));
    if (opened != null) {
      return opened;
    }
    Set<InodeId> directories = new LinkedHashSet<>();
    file.names().forEach(name -> directories.add(name.directory()));
    directories.remove(inode);
    for (InodeId directory : directories) {
      Name name = nameOf(inode, directory);
      HandleFile found = name == null ? null : open(directory, name, inode);
      if (found != null) {
        return found;
      }
    }
    return null;
  }

  private static OpenOptions options() {
    return new OpenOptions(
        EnumSet.of(Flag.READ, Flag.WRITE, Flag.NO_FOLLOW, Flag.NO_ACCESS_TIME), 0);
  }

  private @Nullable HandleFile open(InodeId directory, Name name, InodeId inode)
      throws GigaException {
    if (directory.equals(inode)) {
      return null;
    }
    return ifThere(() -> client.open(new EntryTarget(directory, name).expecting(inode), options()));
  }

  /** A directory's name for a file; null if there is none. */
  private @Nullable Name nameOf(InodeId inode, InodeId directory) throws GigaException {
    try (Listing listing = Awaiting.result(client.list(DirectoryTarget.of(directory), false))) {
      List<ListedEntry> page = Awaiting.result(listing.nextPage());
      while (!page.isEmpty()) {
        for (ListedEntry entry : page) {
          if (entry.inode().equals(inode)) {
            return entry.name();
          }
        }
        page = Awaiting.result(listing.nextPage());
      }
      return null;
    } catch (GigaException e) {
      if (!isElsewhere(e)) {
        throw e;
      }
      return null;
    }
  }

  private static @Nullable HandleFile ifThere(Supplier<CompletableFuture<OpenFile>> open)
      throws GigaException {
    try {
      return handle(Awaiting.result(open.get()));
    } catch (GigaException e) {
      if (!isElsewhere(e)) {
        throw e;
      }
      return null;
    }
  }

  private static @Nullable HandleFile handle(OpenFile file) {
    return file instanceof HandleFile regular ? regular : null;
  }

  private static boolean isElsewhere(GigaException failure) {
    return switch (failure.code()) {
      case ENOENT, ESTALE, ELOOP, EISDIR, ENOTDIR -> true;
      default -> false;
    };
  }

  /** Why the writes must not be uploaded; null if they may be. */
  private @Nullable String conflictOf(RecoveredFile file, HandleFile opened) throws IOException {
    if (!file.isComplete()) {
      return "the journal is damaged, and some of its writes are missing";
    }
    Optional<FoundObject> found = Awaiting.result(opened.object());
    JournalIdentity identity = file.identity();
    if (found.isEmpty()
        || found.get().location().volume() != identity.volume()
        || !found.get().location().path().equals(identity.object())) {
      return "its bytes are in another object: it was truncated or moved";
    }
    ObjectStatus status = found.get().status();
    boolean isUnchanged =
        status.size() == file.size() && status.modifiedNanos() == file.modifiedNanos();
    return isUnchanged || (file.uploading() > 0 && beginsWithUpload(file, opened))
        ? null
        : "others have changed it since";
  }

  /**
   * Whether the object has the beginning of the upload that was in flight when the process ended.
   */
  private static boolean beginsWithUpload(RecoveredFile file, HandleFile opened)
      throws IOException {
    List<JournaledWrite> first = file.batch(0, MAX_BATCH_BYTES);
    long offset = first.get(0).offset();
    int length = (int) Math.min(COMPARED_BYTES, first.get(first.size() - 1).end() - offset);
    ByteBuffer actual = ByteBuffer.allocate(length);
    Awaiting.result(opened.peek(offset, actual));
    return file.isUploadBegun(actual.flip(), length);
  }

  private void upload(RecoveredFile file, HandleFile opened) throws IOException {
    List<JournaledWrite> writes = file.writes();
    journal.uploading(file.file(), writes.get(writes.size() - 1).sequence());
    try {
      int done = 0;
      while (done < writes.size()) {
        List<JournaledWrite> batch = file.batch(done, MAX_BATCH_BYTES);
        upload(batch, opened);
        done += batch.size();
      }
      Awaiting.result(opened.sync());
    } catch (IOException e) {
      failed(file, opened, e);
      throw e;
    }
    journal.uploaded(file.file(), writes, file.size(), file.modifiedNanos());
  }

  private static void upload(List<JournaledWrite> batch, HandleFile opened) throws IOException {
    long offset = batch.get(0).offset();
    ByteBuffer bytes = ByteBuffer.allocate((int) (batch.get(batch.size() - 1).end() - offset));
    for (JournaledWrite write : batch) {
      bytes.limit(bytes.position() + write.length());
      write.read(0, bytes);
    }
    Awaiting.result(opened.write(offset, bytes.flip()));
  }

  /**
   * Records the object's status, so that the next start does not take the partial upload for a
   * change by others.
   */
  private void failed(RecoveredFile file, HandleFile opened, IOException failure) {
    try {
      Optional<FoundObject> found = Awaiting.result(opened.object());
      if (found.isPresent()) {
        ObjectStatus status = found.get().status();
        journal.failed(file.file(), status.size(), status.modifiedNanos());
      }
    } catch (IOException e) {
      failure.addSuppressed(e);
    }
  }

  /** Moves the bytes to the directory of conflicts, one file for each write. */
  private void conflict(RecoveredFile file, String reason) throws IOException {
    Path directory =
        journal.conflicts().resolve(file.identity().inode() + "-" + context.clock().wallNanos());
    Files.createDirectories(directory);
    Files.write(
        directory.resolve("README"),
        ("Writes to "
                + file.identity()
                + " that were not uploaded: "
                + reason
                + ".\nEach file here is named by the number of the write and its offset.\n")
            .getBytes(StandardCharsets.UTF_8));
    for (JournaledWrite write : file.writes()) {
      ByteBuffer bytes = ByteBuffer.allocate(write.length());
      write.read(0, bytes);
      Files.write(
          directory.resolve(write.sequence() + "-at-" + write.offset()),
          bytes.array(),
          StandardOpenOption.CREATE_NEW,
          StandardOpenOption.WRITE,
          StandardOpenOption.SYNC);
    }
    sync(directory);
    sync(journal.conflicts());
    LOG.error(
        "{} bytes of {} were not uploaded: {}; they are kept in {}, compare them with the file and"
            + " delete them",
        file.bytes(),
        file.identity(),
        reason,
        directory);
    journal.uploaded(file.file(), file.writes(), file.size(), file.modifiedNanos());
  }

  /** Syncs a directory's entries to disk. */
  private static void sync(Path directory) throws IOException {
    try (FileChannel names = FileChannel.open(directory, StandardOpenOption.READ)) {
      names.force(true);
    }
  }
}
