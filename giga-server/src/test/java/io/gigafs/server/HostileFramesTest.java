package io.gigafs.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.gigafs.TestSeeds;
import io.gigafs.client.Follow;
import io.gigafs.client.GigaClient;
import io.gigafs.client.GigaPath;
import io.gigafs.cluster.Endpoint;
import io.gigafs.index.InodeId;
import io.gigafs.protocol.GigaException;
import io.gigafs.protocol.frame.HostileFrames;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends a real server hundreds of thousands of requests of all operations with senseless values,
 * some of them mangled and some whose answers are not read. Each readable request is answered, and
 * another client sees no error.
 */
class HostileFramesTest {
  private static final Logger LOG = LoggerFactory.getLogger(HostileFramesTest.class);
  private static final long SEED = TestSeeds.one(1);
  private static final int FRAMES = Integer.getInteger("giga.hostile.frames", 200_000);
  private static final int BATCH = 2_000;
  private static final int NEGLECTED = 500;
  private static final int ATTACKERS = 4;
  private static final int ANSWER = 5;
  private static final int PATIENCE_MILLIS = 60_000;

  @TempDir Path directory;

  private final AtomicBoolean ends = new AtomicBoolean();
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final AtomicLong calm = new AtomicLong();

  @AfterEach
  void endThreads() {
    threads.shutdown();
  }

  @Test
  void otherClientsSeeNoError() throws Exception {
    try (TestCluster cluster = TestCluster.start(directory, 1, 16, 4_096)) {
      GigaClient client = cluster.client();
      client.makeDirectory(GigaPath.parse("/calm"), 0755);
      InodeId target = client.makeDirectory(GigaPath.parse("/target"), 0777).inode();
      InodeId inner = client.makeDirectory(GigaPath.parse("/target/inner"), 0777).inode();
      for (int i = 0; i < 20; i++) {
        client.create(GigaPath.parse("/target/n" + i), 0666, true);
      }
      CompletableFuture<Void> neighbour = CompletableFuture.runAsync(() -> work(client), threads);
      try {
        List<CompletableFuture<Void>> attackers = new ArrayList<>();
        for (int i = 0; i < ATTACKERS; i++) {
          long seed = SEED * ATTACKERS + i;
          Endpoint server = cluster.endpoints().get(0);
          attackers.add(
              CompletableFuture.runAsync(
                  () -> attack(server, List.of(target, inner), seed), threads));
        }
        for (CompletableFuture<Void> attacker : attackers) {
          attacker.get();
        }
      } finally {
        ends.set(true);
      }
      neighbour.get();
      LOG.info("the neighbour did {} operations", calm.get());
      assertThat(calm.get()).isPositive();
      client.stat(GigaPath.parse("/calm"), Follow.NO);
    }
  }

  private void work(GigaClient client) {
    try {
      for (int i = 0; !ends.get(); i++) {
        GigaPath path = GigaPath.parse("/calm/f" + i % 50);
        client.create(path, 0644, true);
        client.stat(path, Follow.NO);
        client.unlink(path);
        calm.incrementAndGet();
      }
    } catch (GigaException e) {
      throw new AssertionError("seed " + SEED + ": the neighbour failed", e);
    }
  }

  private void attack(Endpoint server, List<InodeId> known, long seed) {
    try {
      send(server, known, seed);
    } catch (IOException e) {
      throw new AssertionError("seed " + SEED + ": a right request ended the connection", e);
    }
  }

  private void send(Endpoint server, List<InodeId> known, long seed) throws IOException {
    Random random = new Random(seed);
    int sent = 0;
    for (long round = 0; sent < FRAMES / ATTACKERS; round++) {
      boolean asServer = random.nextInt(4) == 0;
      HostileFrames frames = new HostileFrames(random.nextLong(), known, asServer);
      boolean reads = random.nextInt(10) > 0;
      try (Socket socket = new Socket(server.host(), server.port())) {
        socket.setSoTimeout(PATIENCE_MILLIS);
        socket.setTcpNoDelay(true);
        socket.getOutputStream().write(HostileFrames.hello(asServer, seed * 100 + round % 7));
        DataInputStream in = new DataInputStream(socket.getInputStream());
        in.skipNBytes(in.readInt());
        sent += reads ? exchange(socket, in, frames, random) : neglect(socket, frames);
      }
    }
  }

  /** Sends batches and reads the answers to each. */
  private int exchange(Socket socket, DataInputStream in, HostileFrames frames, Random random)
      throws IOException {
    int sent = 0;
    for (int batch = 0; batch < 4; batch++) {
      Map<Long, String> asked = new HashMap<>();
      ByteArrayOutputStream all = new ByteArrayOutputStream();
      for (int i = 0; i < BATCH; i++) {
        all.write(frames.next());
        asked.put(frames.lastId(), frames.lastOperation());
      }
      CompletableFuture<Void> writing =
          CompletableFuture.runAsync(() -> write(socket, all), threads);
      takeAnswers(in, asked);
      writing.join();
      sent += BATCH;
    }
    if (random.nextInt(4) == 0) {
      // An invalid frame ends the connection.
      for (int i = 0; i < 20; i++) {
        try {
          socket.getOutputStream().write(frames.nextMangled());
        } catch (IOException e) {
          return sent + i;
        }
      }
    }
    return sent;
  }

  private static void write(Socket socket, ByteArrayOutputStream all) {
    try {
      all.writeTo(socket.getOutputStream());
    } catch (IOException e) {
      throw new AssertionError("seed " + SEED + ": a right request ended the connection", e);
    }
  }

  private static void takeAnswers(DataInputStream in, Map<Long, String> asked) throws IOException {
    try {
      while (!asked.isEmpty()) {
        byte[] frame = new byte[in.readInt()];
        in.readFully(frame);
        if (frame[0] == ANSWER) {
          asked.remove(idOf(frame));
        }
      }
    } catch (SocketTimeoutException e) {
      throw new AssertionError(
          "seed " + SEED + ": not answered: " + new ArrayList<>(asked.values()), e);
    }
  }

  private static long idOf(byte[] frame) {
    ByteBuffer in = ByteBuffer.wrap(frame, 1, frame.length - 1);
    long id = 0;
    for (int shift = 0; ; shift += 7) {
      byte next = in.get();
      id |= (long) (next & 0x7f) << shift;
      if (next >= 0) {
        return id;
      }
    }
  }

  /** Sends a batch and reads no answers. */
  private static int neglect(Socket socket, HostileFrames frames) throws IOException {
    for (int i = 0; i < NEGLECTED; i++) {
      socket.getOutputStream().write(frames.next());
    }
    return NEGLECTED;
  }
}
