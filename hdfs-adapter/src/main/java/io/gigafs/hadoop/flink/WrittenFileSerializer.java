package io.gigafs.hadoop.flink;

import io.gigafs.hadoop.flink.FileCommitter.WrittenFile;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.URI;
import org.apache.flink.core.fs.RecoverableWriter.CommitRecoverable;
import org.apache.flink.core.io.SimpleVersionedSerializer;
import org.apache.hadoop.fs.Path;

/**
 * Serializes a {@link WrittenFile} for a checkpoint: the two URIs in modified UTF-8, each with its
 * length in two bytes, then the position in eight.
 */
final class WrittenFileSerializer<T extends CommitRecoverable>
    implements SimpleVersionedSerializer<T> {
  private static final int VERSION = 1;

  private final Class<T> type;

  WrittenFileSerializer(Class<T> type) {
    this.type = type;
  }

  @Override
  public int getVersion() {
    return VERSION;
  }

  @Override
  public byte[] serialize(T recoverable) throws IOException {
    WrittenFile file = GigaRecoverableWriter.own(recoverable);
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    DataOutputStream out = new DataOutputStream(bytes);
    out.writeUTF(file.target().toUri().toString());
    out.writeUTF(file.temporary().toUri().toString());
    out.writeLong(file.position());
    return bytes.toByteArray();
  }

  @Override
  public T deserialize(int version, byte[] bytes) throws IOException {
    if (version != VERSION) {
      throw new IOException("a file of a checkpoint in version " + version + ", not " + VERSION);
    }
    DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes));
    return type.cast(
        new WrittenFile(
            new Path(URI.create(in.readUTF())), new Path(URI.create(in.readUTF())), in.readLong()));
  }
}
