package io.gigafs.cli.fs.operand;

import io.gigafs.cli.ByteText;
import io.gigafs.cli.JsonObject;
import io.gigafs.index.InodeId;
import io.gigafs.protocol.FileAttributes;
import io.gigafs.protocol.FileType;
import io.gigafs.time.FileTimestamp;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** A file as a JSON object: its name, and the attributes that are known. */
public final class EntryJson {
  private EntryJson() {}

  /**
   * The object of a file.
   *
   * @param text the name or path; if its bytes are not UTF-8, {@code name_hex} has them exactly
   */
  public static JsonObject of(
      String text, InodeId inode, FileType type, @Nullable FileAttributes attributes) {
    JsonObject json = new JsonObject();
    putText(json, "name", text);
    json.put("inode", Long.toUnsignedString(inode.value()));
    json.put("type", type.name().toLowerCase(Locale.ROOT));
    if (attributes != null) {
      json.put("mode", FileMode.octal(attributes.mode()))
          .put("uid", Integer.toUnsignedLong(attributes.uid()))
          .put("gid", Integer.toUnsignedLong(attributes.gid()))
          .put("size", attributes.size())
          .put("links", attributes.links())
          .put("atime_ns", FileTimestamp.sinceEpoch(attributes.accessedNanos()))
          .put("mtime_ns", FileTimestamp.sinceEpoch(attributes.modifiedNanos()))
          .put("ctime_ns", FileTimestamp.sinceEpoch(attributes.changedNanos()));
    }
    return json;
  }

  /** Puts a text; if its bytes are not UTF-8, also as hexadecimal digits. */
  public static void putText(JsonObject json, String member, String text) {
    if (ByteText.isUtf8(text)) {
      json.put(member, text);
    } else {
      byte[] bytes = ByteText.encode(text);
      json.put(member, new String(bytes, StandardCharsets.UTF_8));
      json.put(member + "_hex", HexFormat.of().formatHex(bytes));
    }
  }
}
