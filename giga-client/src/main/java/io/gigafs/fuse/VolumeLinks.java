package io.gigafs.fuse;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.gigafs.client.ExposedFile;
import io.gigafs.client.Target;
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
 * Shows large files as symbolic links to their objects, through which programs read and write at
 * the volume's own speed (path 3 of CMU-PDL-13-101). Safe for use by several threads.
 *
 * <p>A file is shown as a link while it is larger than the inline limit of the servers, this
 * machine has mounted its volume, and the mount does not have it open. Processes that have it open
 * continue with what they opened. As a link it has another inode number. Its bytes are exposed when
 * it is first shown as a link: from then on servers ask the volume for size and times.
 */
final class VolumeLinks {
  /** A bit that is not used by inode ids, whose counters have 48 bits. */
  private static final long LINK = 1L << 47;

  /** How long a target is cached: objects move when a volume is drained. */
  private static final Duration KNOWN = Duration.ofMinutes(1);

  private static final int MAX_KNOWN = 1 << 16;

  private final boolean areShown;
  private final Callers callers;
  private final OpenInodes open;

  /** Targets of files; empty for those that cannot be links. */
  private final Cache<InodeId, Optional<String>> targets =
      Caffeine.newBuilder()
          .maximumSize(MAX_KNOWN)
          .expireAfterWrite(KNOWN)
          .executor(Runnable::run)
          .build();

  /** The inline limit of the servers, in bytes; -1 until it is known. */
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

  /** Whether a file may be a link, as far as this is known without a request. */
  boolean mayBeLink(FileAttributes file) throws GigaException {
    return areShown
        && file.type() == FileType.REGULAR
        && file.size() > inlineLimit()
        && !open.isOpen(file.inode());
  }

  /**
   * The target of a file as a link; null if it is shown as a regular file.
   *
   * @param expected the inode number by which the kernel knows it; 0 if it knows none
   */
  byte @Nullable [] of(Target at, FileAttributes file, long expected) throws GigaException {
    if (!areShown || file.type() != FileType.REGULAR || expected == file.inode().value()) {
      return null;
    }
    if (expected == numberOf(file.inode())) {
      return read(at, file);
    }
    return mayBeLink(file) ? target(at, file.inode()) : null;
  }

  /** The target of a file that the kernel knows as a link; ESTALE if it no longer is one. */
  byte[] read(Target at, FileAttributes file) throws GigaException {
    InodeId inode = file.inode();
    Optional<String> known = targets.getIfPresent(inode);
    if (known != null && !isHere(known)) {
      targets.invalidate(inode);
    }
    byte[] target = target(at, inode);
    if (target == null) {
      throw ErrorCode.ESTALE.exception(at + " is no longer a link");
    }
    return target;
  }

  private byte @Nullable [] target(Target at, InodeId inode) throws GigaException {
    Optional<String> target = targets.getIfPresent(inode);
    if (target == null) {
      // The object's own permissions decide whether the caller may access the bytes.
      Optional<ExposedFile> exposed = ErrnoMapper.await(callers.superuser().expose(at));
      if (exposed.isPresent() && !exposed.get().inode().equals(inode)) {
        return null; // another file has just taken its name
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
      limit = ErrnoMapper.await(callers.anyone().clusterView()).settings().inlineLimit();
      inlineLimit = limit;
    }
    return limit;
  }
}
