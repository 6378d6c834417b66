package io.gigafs.bench.cache;

import io.gigafs.volume.Volume;
import io.gigafs.volume.VolumeObject;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Volumes whose calls take a while longer, on their objects too. Safe for use by several threads.
 */
final class SlowVolume {
  /** What asks the storage nothing. */
  private static final Set<String> LOCAL = Set.of("close", "abilities", "toString", "hashCode");

  private SlowVolume() {}

  /** The same volume, each call on which takes longer. */
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
