package io.gigafs.bench.data;

import io.gigafs.bench.workload.FilePlace;
import io.gigafs.bench.workload.PlainFiles;
import io.gigafs.client.ExposedFile;
import io.gigafs.client.GigaClient;
import io.gigafs.client.GigaPath;
import io.gigafs.index.Name;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * Files that are made by a mount and written where their objects are.
 *
 * @param mount the directory, as mounted
 * @param client is asked where objects are
 * @param directory the same directory
 * @param inlineBytes the most that servers keep of a file without an object
 */
record LinkedFiles(PlainFiles mount, GigaClient client, GigaPath directory, int inlineBytes)
    implements FilePlace {
  /** Makes a file with an object, which takes a few bytes more than servers keep. */
  @Override
  public OutFile create(String name) throws IOException {
    try (OutFile file = mount.create(name)) {
      file.write(0, ByteBuffer.allocate(inlineBytes + 1));
    }
    String object =
        client
            .expose(directory.child(Name.of(name)))
            .map(ExposedFile::path)
            .orElseThrow(() -> new IOException(name + " has no object on a volume"));
    return PlainFiles.open(Path.of(object), StandardOpenOption.WRITE);
  }
}
