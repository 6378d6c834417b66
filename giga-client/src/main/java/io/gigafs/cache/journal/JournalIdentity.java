package io.gigafs.cache.journal;

import io.gigafs.index.InodeId;
import io.gigafs.index.Name;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/**
 * The file that writes belong to, and its object. Immutable.
 *
 * @param inode of the file
 * @param directory where the file was opened, by its inode id
 * @param name by which it was opened there
 * @param volume the volume's number
 * @param object path of the object below the volume's root
 */
public record JournalIdentity(
    InodeId inode, InodeId directory, Name name, int volume, String object) {

  byte[] encode() {
    byte[] bytes = name.bytes();
    byte[] path = object.getBytes(StandardCharsets.UTF_8);
    return ByteBuffer.allocate(2 * Long.BYTES + 2 * Integer.BYTES + bytes.length + path.length)
        .putLong(inode.value())
        .putLong(directory.value())
        .putInt(volume)
        .putInt(bytes.length)
        .put(bytes)
        .put(path)
        .array();
  }

  static JournalIdentity decode(ByteBuffer from) {
    InodeId inode = new InodeId(from.getLong());
    InodeId directory = new InodeId(from.getLong());
    int volume = from.getInt();
    byte[] name = new byte[from.getInt()];
    from.get(name);
    byte[] path = new byte[from.remaining()];
    from.get(path);
    return new JournalIdentity(
        inode, directory, Name.of(name), volume, new String(path, StandardCharsets.UTF_8));
  }

  /** The same file with another name. */
  public JournalIdentity named(InodeId newDirectory, Name newName) {
    return new JournalIdentity(inode, newDirectory, newName, volume, object);
  }

  @Override
  public String toString() {
    return "inode " + inode + " ('" + name + "' in inode " + directory + ")";
  }
}
