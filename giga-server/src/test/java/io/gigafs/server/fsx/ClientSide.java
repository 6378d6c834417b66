package io.gigafs.server.fsx;

import io.gigafs.client.AsyncGigaClient;
import io.gigafs.client.ExposedFile;
import io.gigafs.client.GigaPath;
import io.gigafs.client.OpenFile;
import io.gigafs.client.OpenOptions;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.FileAttributes;
import io.gigafs.protocol.GigaException;
import io.gigafs.protocol.namespace.AttributeChange;
import io.gigafs.protocol.namespace.RenameMode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CompletableFuture;

/** Clients of a cluster; names are in two directories, so that some renames cross servers. */
final class ClientSide implements FileSide {
  private static final int MODE = 0644;

  /** A client rereads data that it read more than a second ago. */
  private static final long FORGETTING_MILLIS = 1_100;

  private final List<AsyncGigaClient> clients;
  private final World world;
  private final Map<Integer, OpenFile> handles = new HashMap<>();

  /** The environment of the clients. */
  interface World {
    /** The result of a future. */
    <T> T await(CompletableFuture<T> future) throws GigaException;

    /** Lets time pass. */
    void pass(long millis);

    /** Kills a server's process or crashes its machine, and schedules its restart. */
    void kill(int server, boolean machine);

    /** Makes a random change of the cluster's view. */
    void changeView(Random random);
  }

  ClientSide(List<AsyncGigaClient> clients, World world) throws GigaException {
    this.clients = List.copyOf(clients);
    this.world = world;
    for (String directory : List.of("/x", "/y")) {
      world.await(clients.get(0).makeDirectory(GigaPath.parse(directory), 0755));
    }
  }

  private static GigaPath path(String name) {
    return GigaPath.parse((name.hashCode() % 2 == 0 ? "/x/" : "/y/") + name);
  }

  @Override
  public FsxResult play(FsxStep step) {
    try {
      if (!step.isByHandle()) {
        return byName(step, clients.get(step.client()));
      }
      OpenFile handle = handles.get(step.handle());
      return handle == null ? FsxResult.LEFT_OUT : byHandle(step, handle);
    } catch (GigaException e) {
      return isExpected(e.code()) ? FsxResult.of(e.code()) : failed(step, e);
    }
  }

  /** No step can return any other error: its message should be seen. */
  private static boolean isExpected(ErrorCode code) {
    return switch (code) {
      case ENOENT, EEXIST, EBADF, EINVAL -> true;
      default -> false;
    };
  }

  private static FsxResult failed(FsxStep step, GigaException failure) {
    throw new AssertionError(step + " failed: " + failure.getMessage(), failure);
  }

  @Override
  public void handOver(List<Integer> numbers) {
    for (int number : numbers) {
      OpenFile handle = handles.get(number);
      if (handle != null) {
        FsxStep flush = FsxStep.by(0, number, FsxCall.FLUSH);
        try {
          byHandle(flush, handle);
        } catch (GigaException e) {
          failed(flush, e);
        }
      }
    }
    world.pass(FORGETTING_MILLIS);
  }

  private FsxResult byHandle(FsxStep step, OpenFile handle) throws GigaException {
    switch (step.call()) {
      case CLOSE -> {
        handles.remove(step.handle());
        world.await(handle.closeAsync());
      }
      case READ -> {
        ByteBuffer into = ByteBuffer.allocate(step.length());
        int read = world.await(handle.read(step.at(), into));
        if (into.position() != read) {
          throw new AssertionError(step + ": says " + read + ", but put " + into);
        }
        return FsxResult.of(Arrays.copyOf(into.array(), read));
      }
      case WRITE -> world.await(write(step, from -> handle.write(step.at(), from)));
      case APPEND -> world.await(write(step, handle::append));
      case SET_LENGTH -> world.await(handle.setAttributes(AttributeChange.ofSize(step.at())));
      case FSTAT -> {
        return FsxResult.ofSize(world.await(handle.stat()).size());
      }
      case FLUSH -> world.await(handle.flush());
      case SYNC -> world.await(handle.sync());
      default -> throw new IllegalArgumentException(step.toString());
    }
    return FsxResult.DONE;
  }

  private interface Writing {
    CompletableFuture<Void> write(ByteBuffer from);
  }

  /** The caller may reuse the buffer when the method returns. */
  private static CompletableFuture<Void> write(FsxStep step, Writing writing) {
    byte[] bytes = step.bytes();
    CompletableFuture<Void> written = writing.write(ByteBuffer.wrap(bytes));
    Arrays.fill(bytes, (byte) 0xee);
    return written;
  }

  private FsxResult byName(FsxStep step, AsyncGigaClient client) throws GigaException {
    switch (step.call()) {
      case OPEN -> {
        OpenOptions options = new OpenOptions(step.flags(), MODE);
        handles.put(step.handle(), world.await(client.open(path(step.name()), options)));
      }
      case STAT -> {
        FileAttributes found = world.await(client.stat(path(step.name())));
        return FsxResult.ofFile(found.size(), found.links());
      }
      case READ_FILE -> {
        return FsxResult.of(world.await(client.readFile(path(step.name()))));
      }
      case WRITE_FILE ->
          world.await(
              client.writeFile(path(step.name()), MODE, step.bytes(), step.seed() % 2 == 0));
      case TRUNCATE ->
          world.await(client.setAttributes(path(step.name()), AttributeChange.ofSize(step.at())));
      case UNLINK -> world.await(client.unlink(path(step.name())));
      case LINK -> world.await(link(step, client));
      case RENAME ->
          world.await(client.rename(path(step.name()), path(step.other()), RenameMode.REPLACE));
      case WRITE_OUTSIDE -> {
        return writeOutside(step, world.await(client.expose(path(step.name()))));
      }
      case FILL -> fill(step, client);
      case WAIT -> world.pass(step.at());
      case KILL_SERVER -> world.kill((int) step.at(), false);
      case CRASH_SERVER -> world.kill((int) step.at(), true);
      case CHANGE_VIEW -> world.changeView(new Random(step.at()));
      default -> throw new IllegalArgumentException(step.toString());
    }
    return FsxResult.DONE;
  }

  private static CompletableFuture<FileAttributes> link(FsxStep step, AsyncGigaClient client) {
    return client.link(path(step.name()), path(step.other()), io.gigafs.client.Follow.NO);
  }

  private void fill(FsxStep step, AsyncGigaClient client) throws GigaException {
    List<CompletableFuture<?>> made = new ArrayList<>();
    for (long number = step.at(); number < step.at() + step.length(); number++) {
      GigaPath directory = path(step.name()).parent();
      made.add(
          client.create(directory.child(io.gigafs.index.Name.of("filler" + number)), MODE, false));
    }
    for (CompletableFuture<?> each : made) {
      world.await(each);
    }
  }

  private static FsxResult writeOutside(FsxStep step, Optional<ExposedFile> exposed) {
    if (exposed.isEmpty()) {
      return FsxResult.LEFT_OUT;
    }
    try (FileChannel file =
        FileChannel.open(Path.of(exposed.get().path()), StandardOpenOption.WRITE)) {
      file.write(ByteBuffer.wrap(step.bytes()), step.at());
    } catch (IOException e) {
      throw new UncheckedIOException(step.toString(), e);
    }
    return FsxResult.DONE;
  }
}
