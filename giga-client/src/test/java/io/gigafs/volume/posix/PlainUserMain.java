package io.gigafs.volume.posix;

import io.gigafs.volume.Volume;
import io.gigafs.volume.VolumeException;
import io.gigafs.volume.VolumeMark;
import io.gigafs.volume.VolumeObject;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.UUID;

/** Opens objects of a volume as the user of the process, and prints the outcomes. */
final class PlainUserMain {
  private PlainUserMain() {}

  /**
   * Writes to each object.
   *
   * @param args the volume's URI and the objects' paths
   */
  public static void main(String[] args) throws VolumeException {
    Volume volume =
        new PosixProvider().open(URI.create(args[0]), new VolumeMark(new UUID(7, 7), 1));
    for (int i = 1; i < args.length; i++) {
      System.out.println(tryOut(volume, args[i]));
    }
  }

  private static String tryOut(Volume volume, String path) {
    try (VolumeObject object = volume.open(path, true)) {
      object.write(0, ByteBuffer.wrap("mine".getBytes(StandardCharsets.UTF_8)));
      object.sync();
      return "written";
    } catch (VolumeException e) {
      return e.kind().name();
    }
  }
}
