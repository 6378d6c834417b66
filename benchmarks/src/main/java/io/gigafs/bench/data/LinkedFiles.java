package io.gigafs.bench.data;

import io.gigafs.client.ExposedFile;
import io.gigafs.client.GigaClient;
import io.gigafs.client.GigaPath;
import io.gigafs.index.Name;
import io.gigafs.load.FilePlace;
import io.gigafs.load.PlainPlace;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * Files that are created through a mount and written directly to their objects.
 *
 * @param mount the directory, as mounted
 * @param client locates the objects
 * @param directory the same directory
 * @param inlineBytes maximum size of a file without an object
 */
record LinkedFiles(PlainPlace mount, GigaClient client, GigaPath directory, int inlineBytes)
    implements FilePlace {
  /** Creates a file with an object by writing one byte more than the inline limit. */
  @Override
  public Stream create(String name) throws IOException {
    try (Stream file = mount.create(name)) {
      file.write(0, ByteBuffer.allocate(inlineBytes + 1));
    }
    String object =
        client
            .expose(directory.child(Name.of(name)))
            .map(ExposedFile::path)
            .orElseThrow(() -> new IOException(name + " has no object on a volume"));
    return PlainPlace.open(Path.of(object), StandardOpenOption.WRITE);
  }
}
