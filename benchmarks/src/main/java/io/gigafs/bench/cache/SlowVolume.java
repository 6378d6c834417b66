package io.gigafs.bench.cache;

import io.gigafs.volume.Volume;
import io.gigafs.volume.VolumeObject;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** Adds a delay to the calls of volumes and their objects. Thread-safe. */
final class SlowVolume {
  /** Methods that do not access the storage. */
  private static final Set<String> LOCAL = Set.of("close", "abilities", "toString", "hashCode");

  private SlowVolume() {}

  /** The same volume with a delay of each call. */
  static Volume of(Volume volume, long delayMicros) {
    return slow(Volume.class, volume, TimeUnit.MICROSECONDS.toNanos(delayMicros));
  }

  private static <T> T slow(Class<T> type, T target, long delayNanos) {
    return type.cast(
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (proxy, method, arguments) -> {
              if (!LOCAL.contains(method.getName())) {
                delay(delayNanos);
              }
              Object result;
              try {
                result = method.invoke(target, arguments);
              } catch (InvocationTargetException e) {
                throw e.getCause() == null ? e : e.getCause();
              }
              return result instanceof VolumeObject object
                  ? slow(VolumeObject.class, object, delayNanos)
                  : result;
            }));
  }

  private static void delay(long nanos) {
    long end = System.nanoTime() + nanos;
    for (long left = nanos; left > 0; left = end - System.nanoTime()) {
      LockSupport.parkNanos(SlowVolume.class, left);
      if (Thread.currentThread().isInterrupted()) {
        return;
      }
    }
  }
}
