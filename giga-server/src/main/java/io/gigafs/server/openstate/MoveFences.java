package io.gigafs.server.openstate;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * Files of a partition whose inline bytes stay as they are while a client copies them to a volume.
 * Used on the lane only.
 *
 * <p>A client copies without a fence first; if the file changed meanwhile, its session gets one, so
 * that the second copy is still true when it is done. Invariants:
 *
 * <ol>
 *   <li>A fence lasts for {@link #FENCE_NANOS} at most, whatever its client does.
 *   <li>One that ran out is not renewed before others had as much time to change the file.
 *   <li>Nothing that must be right rests on a fence: it is not stored, and gone with the partition.
 * </ol>
 */
public final class MoveFences {
  /** A copy of a small file takes two syncs of a volume; a client may be slow, or dead. */
  static final long FENCE_NANOS = TimeUnit.SECONDS.toNanos(10);

  private final Map<Long, Fence> fencesByInode = new HashMap<>();

  private record Fence(long session, long endNanos) {
    boolean isUp(long nowNanos) {
      return endNanos - nowNanos > 0;
    }
  }

  /** Has the bytes of a file stay as they are, unless somebody else has that or had it just now. */
  public void begin(long inode, long session, long nowNanos) {
    Fence known = fencesByInode.get(inode);
    if (known == null || nowNanos - known.endNanos > FENCE_NANOS) {
      fencesByInode.put(inode, new Fence(session, nowNanos + FENCE_NANOS));
    }
  }

  /** Whether a file's bytes may not be changed now. */
  public boolean isUp(long inode, long nowNanos) {
    Fence fence = fencesByInode.isEmpty() ? null : fencesByInode.get(inode);
    return fence != null && fence.isUp(nowNanos);
  }

  /**
   * The file was moved.
   *
   * @return whether it had a fence
   */
  public boolean end(long inode) {
    return fencesByInode.remove(inode) != null;
  }

  /**
   * A session does something else than to copy a file: it has given that up.
   *
   * @return whether the file had a fence of this session
   */
  public boolean endOf(long inode, long session) {
    Fence fence = fencesByInode.isEmpty() ? null : fencesByInode.get(inode);
    return fence != null && fence.session == session && end(inode);
  }

  /**
   * Forgets fences that ran out long ago.
   *
   * @return whether any has run out, so that those who wait may go on
   */
  public boolean sweep(long nowNanos) {
    fencesByInode.values().removeIf(fence -> nowNanos - fence.endNanos > FENCE_NANOS);
    return fencesByInode.values().stream().anyMatch(fence -> !fence.isUp(nowNanos));
  }
}
