package io.gigafs.bench.cache;

import io.gigafs.volume.Volume;
import io.gigafs.volume.VolumeException;
import io.gigafs.volume.VolumeMark;
import io.gigafs.volume.VolumeProvider;
import io.gigafs.volume.VolumeRoots;
import io.gigafs.volume.posix.PosixProvider;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.Optional;

/**
 * Directories of this machine with the latency of storage behind a network: {@code
 * slow:///path?micros=2000}. Each read, write and sync of an object, and each open, takes that much
 * longer. For measurements only. Thread-safe.
 */
public final class SlowProvider implements VolumeProvider {
  private static final String SCHEME = "slow";
  private static final String MICROS = "micros=";

  private final PosixProvider posix = new PosixProvider();

  /** The volume of a directory. */
  static URI of(String directory, long delayMicros) {
    return URI.create(SCHEME + "://" + directory + "?" + MICROS + delayMicros);
  }

  @Override
  public String scheme() {
    return SCHEME;
  }

  @Override
  public Volume open(URI uri, VolumeMark mark, VolumeRoots roots) throws VolumeException {
    return SlowVolume.of(posix.open(posix(uri), mark, VolumeRoots.ANYWHERE), delayMicros(uri));
  }

  @Override
  public Optional<VolumeMark> inspect(URI uri, boolean adopts, VolumeRoots roots)
      throws VolumeException {
    return posix.inspect(posix(uri), adopts, VolumeRoots.ANYWHERE);
  }

  @Override
  public void prepare(URI uri, VolumeMark mark, boolean adopts) throws VolumeException {
    posix.prepare(posix(uri), mark, adopts);
  }

  @Override
  public void release(URI uri, VolumeMark mark) throws VolumeException {
    posix.release(posix(uri), mark);
  }

  private static URI posix(URI uri) throws VolumeException {
    try {
      return new URI("posix", "", uri.getPath(), null);
    } catch (URISyntaxException e) {
      throw refused(uri, e);
    }
  }

  private static long delayMicros(URI uri) throws VolumeException {
    String query = uri.getQuery() == null ? "" : uri.getQuery();
    try {
      return Long.parseLong(query.substring(MICROS.length()));
    } catch (NumberFormatException | StringIndexOutOfBoundsException e) {
      throw refused(uri, e);
    }
  }

  private static VolumeException refused(URI uri, Exception cause) {
    return new VolumeException(
        VolumeException.Kind.IO, uri + " is not like slow:///path?micros=2000", cause);
  }
}
