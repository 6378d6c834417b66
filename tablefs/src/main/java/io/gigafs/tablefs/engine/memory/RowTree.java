package io.gigafs.tablefs.engine.memory;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The rows of one family: an immutable sorted tree (a treap). A new version shares nodes with its
 * predecessor, so an old state costs little to keep.
 *
 * <p>Invariants:
 *
 * <ol>
 *   <li>Keys to the left of a node are smaller, those to the right greater.
 *   <li>No child has a higher priority than its parent. Priorities are derived from the keys alone,
 *       so equal contents are equal trees.
 * </ol>
 */
final class RowTree {
  static final RowTree NONE = new RowTree(null);

  private final @Nullable Node root;

  private RowTree(@Nullable Node root) {
    this.root = root;
  }

  /** A row, with the subtrees of smaller and greater keys. */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  record Node(byte[] key, byte[] value, int priority, @Nullable Node left, @Nullable Node right) {
    private Node withLeft(@Nullable Node other) {
      return new Node(key, value, priority, other, right);
    }

    private Node withRight(@Nullable Node other) {
      return new Node(key, value, priority, left, other);
    }
  }

  private record Halves(@Nullable Node below, @Nullable Node rest) {}

  byte @Nullable [] get(byte[] key) {
    Node node = root;
    while (node != null) {
      int order = Arrays.compareUnsigned(key, node.key);
      if (order == 0) {
        return node.value;
      }
      node = order < 0 ? node.left : node.right;
    }
    return null;
  }

  /** The row with the lowest key that is at least the given one. */
  @Nullable Node ceiling(byte[] key) {
    Node found = null;
    Node node = root;
    while (node != null) {
      if (Arrays.compareUnsigned(node.key, key) >= 0) {
        found = node;
        node = node.left;
      } else {
        node = node.right;
      }
    }
    return found;
  }

  RowTree with(byte[] key, byte[] value) {
    Halves below = split(root, key);
    Halves behind = split(below.rest, after(key));
    Node node = new Node(key, value, priority(key), null, null);
    return new RowTree(join(join(below.below, node), behind.rest));
  }

  RowTree without(byte[] key) {
    return get(key) == null ? this : withoutRange(key, after(key));
  }

  /** Removes the rows from a key (inclusive) to another (exclusive). */
  RowTree withoutRange(byte[] first, byte[] end) {
    if (Arrays.compareUnsigned(first, end) >= 0) {
      return this;
    }
    Halves below = split(root, first);
    Halves behind = split(below.rest, end);
    return new RowTree(join(below.below, behind.rest));
  }

  long size() {
    return size(root);
  }

  private static long size(@Nullable Node node) {
    return node == null ? 0 : 1 + size(node.left) + size(node.right);
  }

  private static Halves split(@Nullable Node node, byte[] key) {
    if (node == null) {
      return new Halves(null, null);
    }
    if (Arrays.compareUnsigned(node.key, key) < 0) {
      Halves halves = split(node.right, key);
      return new Halves(node.withRight(halves.below), halves.rest);
    }
    Halves halves = split(node.left, key);
    return new Halves(halves.below, node.withLeft(halves.rest));
  }

  private static @Nullable Node join(@Nullable Node low, @Nullable Node high) {
    if (low == null) {
      return high;
    }
    if (high == null) {
      return low;
    }
    return low.priority >= high.priority
        ? low.withRight(join(low.right, high))
        : high.withLeft(join(low, high.left));
  }

  private static int priority(byte[] key) {
    int mixed = Arrays.hashCode(key) * 0x9e3779b9;
    mixed = (mixed ^ (mixed >>> 16)) * 0x85ebca6b;
    return mixed ^ (mixed >>> 13);
  }

  private static byte[] after(byte[] key) {
    return Arrays.copyOf(key, key.length + 1);
  }
}
