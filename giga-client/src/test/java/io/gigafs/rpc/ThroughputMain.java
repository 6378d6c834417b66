package io.gigafs.rpc;

import io.gigafs.cluster.Endpoint;
import io.gigafs.protocol.Answer;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;

/** Measures creates per second over one connection, client and server in one JVM. Not a test. */
final class ThroughputMain {
  private ThroughputMain() {}

  public static void main(String[] args) throws Exception {
    int window = args.length > 0 ? Integer.parseInt(args[0]) : 1024;
    int seconds = args.length > 1 ? Integer.parseInt(args[1]) : 5;
    try (RpcFixture rpc = new RpcFixture(Transport.AUTO)) {
      Endpoint server = rpc.server(new EchoHandler()).endpoint();
      NettyRpcClient client = rpc.client();
      for (int round = 0; round < 4; round++) {
        System.out.printf(
            "window %,d: %,.0f requests/s%n", window, run(client, server, window, seconds));
      }
    }
  }

  private static double run(NettyRpcClient client, Endpoint server, int window, int seconds)
      throws InterruptedException {
    Semaphore room = new Semaphore(window);
    long start = System.nanoTime();
    long end = start + TimeUnit.SECONDS.toNanos(seconds);
    LongAdder done = new LongAdder();
    long number = 0;
    while (System.nanoTime() < end) {
      room.acquire();
      number++;
      client
          .call(server, RpcFixture.makeDirectory(number), RpcFixture.in(20_000))
          .whenComplete(
              (answer, failure) -> {
                if (answer instanceof Answer.Done<?>) {
                  done.increment();
                }
                room.release();
              });
    }
    room.acquire(window);
    if (done.sum() != number) {
      throw new AssertionError(done.sum() + " of " + number + " were done");
    }
    return number * 1e9 / (System.nanoTime() - start);
  }
}
