package io.gigafs.server.openstate;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * Fences of files in a partition whose inline bytes must not change while a client copies them to a
 * volume. Used on the lane only.
 *
 * <p>A client first copies without a fence. If the file changed meanwhile, its session gets a
 * fence, so that the second copy is consistent. Invariants:
 *
 * <ol>
 *   <li>A fence expires after {@link #FENCE_NANOS}.
 *   <li>An expired fence is not renewed before others had as much time to change the file.
 *   <li>Correctness does not depend on fences: they are not stored, and are lost with the
 *       partition.
 * </ol>
 */
public final class MoveFences {
  /** Copying a small file takes two syncs of a volume; the client may be slow, or dead. */
  static final long FENCE_NANOS = TimeUnit.SECONDS.toNanos(10);

  private final Map<Long, Fence> fencesByInode = new HashMap<>();

  private record Fence(long session, long endNanos) {
    boolean isUp(long nowNanos) {
      return endNanos - nowNanos > 0;
    }
  }

  /** Fences a file, unless it has a fence or its last one expired within the last FENCE_NANOS. */
  public void begin(long inode, long session, long nowNanos) {
    Fence known = fencesByInode.get(inode);
    if (known == null || nowNanos - known.endNanos > FENCE_NANOS) {
      fencesByInode.put(inode, new Fence(session, nowNanos + FENCE_NANOS));
    }
  }

  /** Whether a fence protects the file's bytes now. */
  public boolean isUp(long inode, long nowNanos) {
    Fence fence = fencesByInode.isEmpty() ? null : fencesByInode.get(inode);
    return fence != null && fence.isUp(nowNanos);
  }

  /**
   * Ends the fence of a file that was moved.
   *
   * @return whether it had a fence
   */
  public boolean end(long inode) {
    return fencesByInode.remove(inode) != null;
  }

  /**
   * Ends the fence of a session that sent another request than for the copy, as it gave up copying.
   *
   * @return whether the file had a fence of this session
   */
  public boolean endOf(long inode, long session) {
    Fence fence = fencesByInode.isEmpty() ? null : fencesByInode.get(inode);
    return fence != null && fence.session == session && end(inode);
  }

  /**
   * Removes fences that expired long ago.
   *
   * @return whether any fence has expired, so that waiting requests can be resumed
   */
  public boolean sweep(long nowNanos) {
    fencesByInode.values().removeIf(fence -> nowNanos - fence.endNanos > FENCE_NANOS);
    return fencesByInode.values().stream().anyMatch(fence -> !fence.isUp(nowNanos));
  }
}
