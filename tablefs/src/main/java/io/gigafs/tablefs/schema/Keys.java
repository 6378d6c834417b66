package io.gigafs.tablefs.schema;

import io.gigafs.tablefs.Attached;
import io.gigafs.tablefs.EntryKey;
import io.gigafs.tablefs.EntryRange;
import io.gigafs.tablefs.PartitionKey;
import io.gigafs.tablefs.StoredReply;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/*
 * All rows of a store. Numbers in keys are unsigned, big-endian; [n] is a width in bytes.
 *
 *   family      key                                                     value
 *   ----------  ------------------------------------------------------  ---------------------------------
 *   entries     directory[8] position[8] name[1..255]                   EntryValue
 *   inline      directory[8] position[8] name[1..255]                   target of a symbolic link; a file's
 *                                                                       bytes, or where they are
 *   xattrs      directory[8] position[8] name[1..255] 0 attribute       bytes of the attribute
 *   holds       directory[8] position[8] name[1..255] 0 session         encoded by the server
 *   partitions  slot[2] directory[8] index[2]                           PartitionValue
 *   intents     slot[2] transaction[8]                                  bytes of the coordinator
 *   replies     directory[8] partition[2] client[8] row[8]              bytes of the server
 *   reclaim     location: volume[4] path[1..4095]                       nothing: an object to delete
 *   meta        "format"                                                MetaValue: varint version
 *   meta        "store"                                                 MetaValue: UUID[16]
 *   meta        "cluster"                                               MetaValue: UUID[16]
 *   meta        "ids" slot[2]                                           MetaValue: varint next id
 *   meta        "young" writer[1]                                       MetaValue: generation[8] number[8]
 *
 * A name contains no NUL, so the NUL in xattrs and holds separates the attributes of "a" from those
 * of "ab".
 */

/** Encodes and decodes keys and ranges of keys. */
public final class Keys {
  /** Offset of the name in keys of entries, inline and xattrs. */
  static final int NAME_OFFSET = 2 * Long.BYTES;

  private static final int PARTITION_BYTES = Short.BYTES + Long.BYTES + Short.BYTES;
  private static final int INTENT_BYTES = Short.BYTES + Long.BYTES;
  private static final int REPLY_BYTES = Long.BYTES + Short.BYTES + 2 * Long.BYTES;
  private static final int MAX_SHORT = 0xffff;

  /** Longer than any name and attribute name together can be. */
  private static final int BEHIND_ALL_NAMES = 2 * EntryKey.MAX_NAME_BYTES + 2;

  private static final int MAX_LOCATION_BYTES = Integer.BYTES + 4_095;

  private static final byte[] FORMAT = ascii("format");
  private static final byte[] STORE = ascii("store");
  private static final byte[] CLUSTER = ascii("cluster");
  private static final byte[] IDS = ascii("ids");
  private static final byte[] YOUNG = ascii("young");

  private Keys() {}

  /** The rows of a range in any of {@link Family#OF_ENTRIES}. */
  public static KeyRange entries(EntryRange range) {
    return new KeyRange(place(range.directory(), range.first()), behind(range));
  }

  /**
   * The key of an entry row, which owns the bytes from now on.
   *
   * @throws CorruptValueException if they are too few or too many
   */
  public static EntryKey entry(byte[] key) {
    if (!isEntry(key)) {
      throw new CorruptValueException("the key has no name, or one of more than 255 bytes");
    }
    return EntryKey.ofEncoded(key);
  }

  /** Whether {@link #entry} accepts a key. */
  public static boolean isEntry(byte[] key) {
    return key.length > NAME_OFFSET && key.length <= NAME_OFFSET + EntryKey.MAX_NAME_BYTES;
  }

  /**
   * A number that differs for nearly all keys of entries.
   *
   * @param start offset of the key in the bytes
   */
  public static long mixed(byte[] bytes, int start) {
    return 31 * BigEndian.getLong(bytes, start) + BigEndian.getLong(bytes, start + Long.BYTES);
  }

  /** The key of a row that is attached to an entry. */
  public static byte[] attached(EntryKey entry, byte[] label) {
    if (label.length == 0 || label.length > Attached.MAX_LABEL_BYTES) {
      throw new IllegalArgumentException(
          "a label has 1 to " + Attached.MAX_LABEL_BYTES + " bytes, not " + label.length);
    }
    byte[] place = entry.encoded();
    byte[] key = Arrays.copyOf(place, place.length + 1 + label.length);
    System.arraycopy(label, 0, key, place.length + 1, label.length);
    return key;
  }

  /** All rows of a family that are attached to an entry. */
  public static KeyRange attached(EntryKey entry) {
    byte[] place = entry.encoded();
    byte[] first = Arrays.copyOf(place, place.length + 1);
    byte[] end = Arrays.copyOf(place, place.length + 1);
    end[place.length] = 1;
    return new KeyRange(first, end);
  }

  /** All rows of a family that are attached to entries behind one, which need not exist. */
  public static KeyRange attachedBehind(EntryKey entry) {
    return new KeyRange(attached(entry).end(), behindAll());
  }

  /** The entry that a row is attached to. */
  public static EntryKey entryOfAttached(byte[] key) {
    return entry(Arrays.copyOf(key, endOfName(key)));
  }

  /** The label of a row that is attached to an entry. */
  public static byte[] label(byte[] key) {
    return Arrays.copyOfRange(key, endOfName(key) + 1, key.length);
  }

  private static int endOfName(byte[] key) {
    for (int i = NAME_OFFSET; i < key.length - 1; i++) {
      if (key[i] == 0) {
        return i;
      }
    }
    throw new CorruptValueException("the key has no label");
  }

  /** All rows of a family. */
  public static KeyRange all() {
    return new KeyRange(new byte[0], behindAll());
  }

  private static byte[] behindAll() {
    byte[] behindAll = new byte[NAME_OFFSET + BEHIND_ALL_NAMES];
    Arrays.fill(behindAll, (byte) 0xff);
    return behindAll;
  }

  private static byte[] behind(EntryRange range) {
    if (range.last() != -1) {
      return place(range.directory(), range.last() + 1);
    }
    if (range.directory() != -1) {
      byte[] nextDirectory = new byte[Long.BYTES];
      BigEndian.putLong(nextDirectory, 0, range.directory() + 1);
      return nextDirectory;
    }
    return behindAll();
  }

  private static byte[] place(long directory, long position) {
    byte[] key = new byte[NAME_OFFSET];
    BigEndian.putLong(key, 0, directory);
    BigEndian.putLong(key, Long.BYTES, position);
    return key;
  }

  public static byte[] partition(PartitionKey key) {
    byte[] bytes = new byte[PARTITION_BYTES];
    BigEndian.putShort(bytes, 0, checkShort("slot", key.slot()));
    BigEndian.putLong(bytes, Short.BYTES, key.directory());
    BigEndian.putShort(bytes, Short.BYTES + Long.BYTES, checkShort("partition index", key.index()));
    return bytes;
  }

  public static PartitionKey partition(byte[] key) {
    checkLength(key, PARTITION_BYTES);
    return new PartitionKey(
        BigEndian.getShort(key, 0),
        BigEndian.getLong(key, Short.BYTES),
        BigEndian.getShort(key, Short.BYTES + Long.BYTES));
  }

  public static byte[] intent(int slot, long transaction) {
    byte[] bytes = new byte[INTENT_BYTES];
    BigEndian.putShort(bytes, 0, checkShort("slot", slot));
    BigEndian.putLong(bytes, Short.BYTES, transaction);
    return bytes;
  }

  /** The slot of an intent's key. */
  public static int intentSlot(byte[] key) {
    checkLength(key, INTENT_BYTES);
    return BigEndian.getShort(key, 0);
  }

  /** The transaction of an intent's key. */
  public static long transaction(byte[] key) {
    checkLength(key, INTENT_BYTES);
    return BigEndian.getLong(key, Short.BYTES);
  }

  /** The rows of a slot in partitions or intents. */
  public static KeyRange slot(int slot) {
    byte[] first = new byte[Short.BYTES];
    BigEndian.putShort(first, 0, checkShort("slot", slot));
    return startingWith(first);
  }

  public static byte[] reply(StoredReply.Key key) {
    return reply(key, emptyReply());
  }

  /** A buffer for {@link #reply(StoredReply.Key, byte[])}. */
  public static byte[] emptyReply() {
    return new byte[REPLY_BYTES];
  }

  /**
   * Encodes the key of a reply into reused bytes.
   *
   * @param bytes an {@link #emptyReply}, or the result of an earlier call
   * @return these bytes
   */
  public static byte[] reply(StoredReply.Key key, byte[] bytes) {
    BigEndian.putLong(bytes, 0, key.directory());
    BigEndian.putShort(bytes, Long.BYTES, checkShort("partition index", key.partition()));
    BigEndian.putLong(bytes, Long.BYTES + Short.BYTES, key.client());
    BigEndian.putLong(bytes, 2 * Long.BYTES + Short.BYTES, key.row());
    return bytes;
  }

  public static StoredReply.Key reply(byte[] key) {
    checkLength(key, REPLY_BYTES);
    return new StoredReply.Key(
        BigEndian.getLong(key, 0),
        BigEndian.getShort(key, Long.BYTES),
        BigEndian.getLong(key, Long.BYTES + Short.BYTES),
        BigEndian.getLong(key, 2 * Long.BYTES + Short.BYTES));
  }

  /** The rows of a partition in replies. */
  public static KeyRange replies(long directory, int partition) {
    byte[] first = new byte[Long.BYTES + Short.BYTES];
    BigEndian.putLong(first, 0, directory);
    BigEndian.putShort(first, Long.BYTES, checkShort("partition index", partition));
    return startingWith(first);
  }

  /** The key of an object that is queued for deletion. */
  public static byte[] reclaim(byte[] location) {
    if (location.length <= Integer.BYTES || location.length > MAX_LOCATION_BYTES) {
      throw new IllegalArgumentException("a location has " + location.length + " bytes");
    }
    return location.clone();
  }

  /** The location in a key of reclaim, which is the same array. */
  public static byte[] location(byte[] key) {
    if (key.length <= Integer.BYTES || key.length > MAX_LOCATION_BYTES) {
      throw new CorruptValueException("the key has " + key.length + " bytes");
    }
    return key;
  }

  public static byte[] format() {
    return FORMAT.clone();
  }

  public static byte[] store() {
    return STORE.clone();
  }

  public static byte[] cluster() {
    return CLUSTER.clone();
  }

  public static byte[] ids(int slot) {
    byte[] bytes = Arrays.copyOf(IDS, IDS.length + Short.BYTES);
    BigEndian.putShort(bytes, IDS.length, checkShort("slot", slot));
    return bytes;
  }

  /**
   * The key of the number of a writer's last write that changed staged rows.
   *
   * @param writer 0..255
   */
  public static byte[] stagingWriter(int writer) {
    byte[] bytes = Arrays.copyOf(YOUNG, YOUNG.length + 1);
    bytes[YOUNG.length] = (byte) writer;
    return bytes;
  }

  /** The counters of all slots. */
  public static KeyRange allIds() {
    return startingWith(IDS);
  }

  private static KeyRange startingWith(byte[] prefix) {
    byte[] end = prefix.clone();
    int last = end.length - 1;
    while (last >= 0 && end[last] == (byte) 0xff) {
      last--;
    }
    if (last < 0) {
      byte[] behindAll = new byte[REPLY_BYTES + 1];
      Arrays.fill(behindAll, (byte) 0xff);
      return new KeyRange(prefix, behindAll);
    }
    end[last]++;
    return new KeyRange(prefix, Arrays.copyOf(end, last + 1));
  }

  private static int checkShort(String what, int value) {
    if (value < 0 || value > MAX_SHORT) {
      throw new IllegalArgumentException("a " + what + " is 0.." + MAX_SHORT + ", not " + value);
    }
    return value;
  }

  private static void checkLength(byte[] key, int length) {
    if (key.length != length) {
      throw new CorruptValueException("the key has " + key.length + " bytes, not " + length);
    }
  }

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }
}
