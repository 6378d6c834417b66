package io.gigafs.server;

import io.gigafs.tablefs.Batch;
import io.gigafs.tablefs.Store;
import io.gigafs.tablefs.engine.Engine;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import org.jspecify.annotations.Nullable;

/** Stores and batches that alter some calls. */
final class Tampered {
  private Tampered() {}

  /** Intercepts calls. */
  @FunctionalInterface
  interface Tamper {
    /**
     * Called for each method call.
     *
     * @param real makes the call, with the arguments as they are then
     */
    @Nullable Object call(String method, Object[] arguments, Real real) throws Throwable;
  }

  /** The original call. */
  @FunctionalInterface
  interface Real {
    @Nullable Object call() throws Throwable;
  }

  /** A store whose calls, and those of its batches, are intercepted. */
  static Store store(Store real, Tamper ofStore, Tamper ofBatches) {
    Tamper both =
        (method, arguments, call) -> {
          if (method.equals("newBatch")) {
            return proxy(Batch.class, real.newBatch(), ofBatches);
          }
          if (method.equals("commit")) {
            arguments[0] = untampered((Batch) arguments[0]);
          }
          return ofStore.call(method, arguments, call);
        };
    return proxy(Store.class, real, both);
  }

  /** An engine whose calls are intercepted. */
  static Engine engine(Engine real, Tamper tamper) {
    return proxy(Engine.class, real, tamper);
  }

  private record Handler<T>(T real, Tamper tamper) implements java.lang.reflect.InvocationHandler {
    @Override
    public @Nullable Object invoke(Object proxy, Method method, Object @Nullable [] given)
        throws Throwable {
      Object[] arguments = given == null ? new Object[0] : given;
      return tamper.call(
          method.getName(),
          arguments,
          () -> {
            try {
              return method.invoke(real, arguments);
            } catch (InvocationTargetException e) {
              throw e.getTargetException();
            }
          });
    }
  }

  private static <T> T proxy(Class<T> type, T real, Tamper tamper) {
    return type.cast(
        Proxy.newProxyInstance(
            type.getClassLoader(), new Class<?>[] {type}, new Handler<>(real, tamper)));
  }

  private static Batch untampered(Batch batch) {
    return (Batch) ((Handler<?>) Proxy.getInvocationHandler(batch)).real();
  }
}
