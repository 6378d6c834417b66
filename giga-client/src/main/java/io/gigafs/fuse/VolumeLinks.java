package io.gigafs.fuse;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.gigafs.client.ExposedFile;
import io.gigafs.client.GigaPath;
import io.gigafs.index.InodeId;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.FileAttributes;
import io.gigafs.protocol.FileType;
import io.gigafs.protocol.GigaException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Large files as symbolic links to their objects, through which programs read and write at the
 * volume's own speed: path 3 of CMU-PDL-13-101. Safe for use by several threads.
 *
 * <p>A file is a link while it is larger than what servers keep, this machine has mounted its
 * volume, and the mount does not have it open: who has goes on with what was opened. It has another
 * inode number as a link. Its bytes are exposed when it is first seen so: from then on servers ask
 * the volume for size and times.
 */
final class VolumeLinks {
  /** Counters of inode ids, of 48 bits, do not come so far. */
  private static final long LINK = 1L << 47;

  /** What was found is asked for again: objects are moved when a volume is drained. */
  private static final Duration KNOWN = Duration.ofMinutes(1);

  private static final int MAX_KNOWN = 1 << 16;

  private final boolean areShown;
  private final Callers callers;
  private final OpenInodes open;

  /** Where files are; nothing for those that cannot be links. */
  private final Cache<InodeId, Optional<String>> targets =
      Caffeine.newBuilder()
          .maximumSize(MAX_KNOWN)
          .expireAfterWrite(KNOWN)
          .executor(Runnable::run)
          .build();

  /** The most bytes that servers keep of a file; -1 until it was asked. */
  private volatile int inlineLimit = -1;

  VolumeLinks(boolean areShown, Callers callers, OpenInodes open) {
    this.areShown = areShown;
    this.callers = callers;
    this.open = open;
  }

  /** Whether any file is ever shown as a link. */
  boolean areShown() {
    return areShown;
  }

  /** The inode number of a file as a link. */
  static long numberOf(InodeId file) {
    return file.value() ^ LINK;
  }

  /** The file that has an inode number, as a link or as itself. */
  InodeId inodeOf(long number) {
    return new InodeId(areShown ? number & ~LINK : number);
  }

  /** Whether a file may be a link, as far as can be told without asking. */
  boolean mayBeLink(FileAttributes file) throws GigaException {
    return areShown
        && file.type() == FileType.REGULAR
        && file.size() > inlineLimit()
        && !open.isOpen(file.inode());
  }

  /**
   * What a file says as a link; null if it is to be shown as the file that it is.
   *
   * @param expected the inode number by which the kernel knows it; 0 if it does not
   */
  byte @Nullable [] of(GigaPath path, FileAttributes file, long expected) throws GigaException {
    if (!areShown || file.type() != FileType.REGULAR || expected == file.inode().value()) {
      return null;
    }
    if (expected == numberOf(file.inode())) {
      return read(path, file);
    }
    return mayBeLink(file) ? target(path, file.inode()) : null;
  }

  /** What a file says, which the kernel knows as a link; ESTALE if it is none any more. */
  byte[] read(GigaPath path, FileAttributes file) throws GigaException {
    InodeId inode = file.inode();
    Optional<String> known = targets.getIfPresent(inode);
    if (known != null && !isHere(known)) {
      targets.invalidate(inode);
    }
    byte[] target = target(path, inode);
    if (target == null) {
      throw ErrorCode.ESTALE.exception(path + " is no link any more");
    }
    return target;
  }

  private byte @Nullable [] target(GigaPath path, InodeId inode) throws GigaException {
    Optional<String> target = targets.getIfPresent(inode);
    if (target == null) {
      // Whether the caller may have the bytes, the object's own permissions say.
      Optional<ExposedFile> exposed = Failures.await(callers.superuser().expose(path));
      if (exposed.isPresent() && !exposed.get().inode().equals(inode)) {
        return null; // another file took its name just now
      }
      target = exposed.map(ExposedFile::path);
      target = isHere(target) ? target : Optional.empty();
      targets.put(inode, target);
    }
    return target.map(text -> text.getBytes(StandardCharsets.UTF_8)).orElse(null);
  }

  private static boolean isHere(Optional<String> target) {
    return target.isPresent() && Files.isRegularFile(Path.of(target.get()));
  }

  private int inlineLimit() throws GigaException {
    int limit = inlineLimit;
    if (limit < 0) {
      limit = Failures.await(callers.anyone().clusterView()).settings().inlineLimit();
      inlineLimit = limit;
    }
    return limit;
  }
}
