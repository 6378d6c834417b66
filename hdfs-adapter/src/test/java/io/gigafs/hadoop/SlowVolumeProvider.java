package io.gigafs.hadoop;

import io.gigafs.volume.Volume;
import io.gigafs.volume.VolumeException;
import io.gigafs.volume.VolumeMark;
import io.gigafs.volume.VolumeObject;
import io.gigafs.volume.VolumeProvider;
import io.gigafs.volume.VolumeRoots;
import io.gigafs.volume.posix.PosixProvider;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.net.URI;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * A provider of directories that adds 2 ms to each call, like storage behind a network: {@code
 * slow:///path}.
 */
public final class SlowVolumeProvider implements VolumeProvider {
  private static final String SCHEME = "slow";
  private static final long DELAY_NANOS = TimeUnit.MILLISECONDS.toNanos(2);

  /** Methods that do not call the storage. */
  private static final Set<String> LOCAL = Set.of("close", "abilities", "toString", "hashCode");

  private final PosixProvider posix = new PosixProvider();

  static URI of(java.nio.file.Path directory) {
    return URI.create(SCHEME + "://" + directory.toAbsolutePath());
  }

  private static URI posix(URI uri) {
    return URI.create("posix://" + uri.getPath());
  }

  @Override
  public String scheme() {
    return SCHEME;
  }

  @Override
  public Volume open(URI uri, VolumeMark mark, VolumeRoots roots) throws VolumeException {
    return slow(Volume.class, posix.open(posix(uri), mark, VolumeRoots.ANYWHERE));
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

  private static <T> T slow(Class<T> type, T target) {
    return type.cast(
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (proxy, method, arguments) -> {
              if (!LOCAL.contains(method.getName())) {
                delay();
              }
              Object result;
              try {
                result = method.invoke(target, arguments);
              } catch (InvocationTargetException e) {
                throw e.getCause() == null ? e : e.getCause();
              }
              return result instanceof VolumeObject object
                  ? slow(VolumeObject.class, object)
                  : result;
            }));
  }

  private static void delay() {
    long end = System.nanoTime() + DELAY_NANOS;
    long left = DELAY_NANOS;
    while (left > 0 && !Thread.currentThread().isInterrupted()) {
      LockSupport.parkNanos(SlowVolumeProvider.class, left);
      left = end - System.nanoTime();
    }
  }
}
