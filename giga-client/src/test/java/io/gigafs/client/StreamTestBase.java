package io.gigafs.client;

import io.gigafs.client.OpenOptions.Flag;
import io.gigafs.client.connect.GigaClients;
import io.gigafs.model.ModelClient;
import io.gigafs.protocol.GigaException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.function.Predicate;

/** Base of the stream tests: files of a model file system. */
abstract class StreamTestBase {
  static final GigaPath FILE = GigaPath.parse("/f");
  static final int BLOCK = 128 << 10;

  final ModelClient model = new ModelClient(Runnable::run);
  final GigaClient client = GigaClients.blocking(model);

  static byte[] randomBytes(int length, long seed) {
    byte[] bytes = new byte[length];
    new Random(seed).nextBytes(bytes);
    return bytes;
  }

  final OpenFile open() throws GigaException {
    return client.open(FILE, OpenOptions.of(Flag.READ, Flag.WRITE, Flag.CREATE).withMode(0644));
  }

  /** A file whose calls fail if their method's name matches. */
  static OpenFile failing(OpenFile file, Predicate<String> fails, GigaException failure) {
    return (OpenFile)
        Proxy.newProxyInstance(
            OpenFile.class.getClassLoader(),
            new Class<?>[] {OpenFile.class},
            (proxy, method, arguments) -> {
              if (fails.test(method.getName())) {
                return CompletableFuture.failedFuture(failure);
              }
              try {
                return method.invoke(file, arguments);
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            });
  }
}
