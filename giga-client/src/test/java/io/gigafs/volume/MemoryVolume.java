package io.gigafs.volume;

import io.gigafs.volume.Volume.ObjectOwner;
import io.gigafs.volume.Volume.VolumeAbilities;
import io.gigafs.volume.Volume.VolumeSpace;
import io.gigafs.volume.VolumeException.Kind;
import java.net.URI;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.LongSupplier;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** A volume of {@link MemoryStorage}. Thread-safe. */
public final class MemoryVolume implements Volume {
  private final URI uri;
  private final Map<String, MemoryObject> objects = new TreeMap<>();
  private @Nullable VolumeMark mark;
  private MemoryStorage.Watcher watcher = (call, path) -> null;
  private LongSupplier wallClock = () -> System.currentTimeMillis() * 1_000_000L;
  private long capacity = 1L << 40;
  private boolean readOnly;
  private boolean gone;

  MemoryVolume(URI uri) {
    this.uri = uri;
  }

  /** Limits the bytes of the volume. */
  public synchronized void setCapacity(long bytes) {
    capacity = bytes;
  }

  public synchronized void setReadOnly(boolean newReadOnly) {
    readOnly = newReadOnly;
  }

  /** Makes the volume unavailable, or available again. */
  public synchronized void setGone(boolean newGone) {
    gone = newGone;
  }

  /** Sets the hook of later calls. */
  public synchronized void watch(MemoryStorage.Watcher newWatcher) {
    watcher = newWatcher;
  }

  /** Sets the clock of modification times, in ns since the epoch. */
  public synchronized void setWallClock(LongSupplier newWallClock) {
    wallClock = newWallClock;
  }

  /** The paths of all objects, in any state of the volume. */
  public synchronized List<String> paths() {
    return objects.keySet().stream().filter(path -> !path.startsWith(".giga-")).toList();
  }

  /** An object's bytes, in any state of the volume; null if there is no such object. */
  public synchronized byte @Nullable [] bytesOf(String path) {
    MemoryObject object = objects.get(path);
    return object == null ? null : object.bytes();
  }

  /** Adds a durable object, as another program would. */
  public synchronized void put(String path, byte[] bytes) {
    MemoryObject object = new MemoryObject(bytes, wallClock.getAsLong());
    object.nameDurable = true;
    objects.put(path, object);
  }

  /** Removes an object, as another program would. */
  public synchronized void lose(String path) {
    objects.remove(path);
  }

  /** Simulates a crash. */
  public synchronized void crash(RandomGenerator random) {
    objects.values().removeIf(object -> !object.nameDurable && random.nextBoolean());
    objects.values().forEach(object -> object.crash(random));
  }

  synchronized void checkMark(VolumeMark expected) throws VolumeException {
    checkThere();
    if (!expected.equals(mark)) {
      throw failure(Kind.GONE, "", "it is marked as " + mark + ", not " + expected);
    }
  }

  synchronized Optional<VolumeMark> inspect(boolean adopts) throws VolumeException {
    checkWritable("inspect", "");
    if (mark == null && !adopts && !objects.isEmpty()) {
      throw failure(Kind.EXISTS, "", "it is not empty");
    }
    return Optional.ofNullable(mark);
  }

  synchronized void prepare(VolumeMark newMark, boolean adopts) throws VolumeException {
    checkWritable("prepare", "");
    if (mark != null && !mark.equals(newMark)) {
      throw failure(Kind.EXISTS, "", "it is another volume: " + mark);
    }
    if (mark == null && !adopts && !objects.isEmpty()) {
      throw failure(Kind.EXISTS, "", "it is not empty");
    }
    mark = newMark;
  }

  synchronized void release(VolumeMark old) throws VolumeException {
    checkWritable("release", "");
    if (old.equals(mark)) {
      mark = null;
    }
  }

  private void checkThere() throws VolumeException {
    if (gone) {
      throw failure(Kind.GONE, "", "it is not there");
    }
  }

  private void checkWritable(String call, String path) throws VolumeException {
    checkThere();
    if (readOnly) {
      throw failure(Kind.READ_ONLY, path, call);
    }
  }

  /** Calls the hook outside of the lock, because it may block. */
  private void notifyWatcher(String call, String path) throws VolumeException {
    MemoryStorage.Watcher watched;
    synchronized (this) {
      watched = watcher;
    }
    Kind kind = watched.before(call, path);
    if (kind != null) {
      throw failure(kind, path, call + " fails by order of the test");
    }
  }

  private VolumeException failure(Kind kind, String path, String why) {
    return new VolumeException(
        kind, "volume " + uri + (path.isEmpty() ? "" : " '" + path + "'") + ": " + why, null);
  }

  private MemoryObject existing(String path) throws VolumeException {
    checkThere();
    MemoryObject object = objects.get(path);
    if (object == null) {
      throw failure(Kind.NOT_FOUND, path, "there is no such object");
    }
    return object;
  }

  private long usedBytes() {
    return objects.values().stream().mapToLong(object -> object.status().size()).sum();
  }

  private void checkSpace(MemoryObject object, long size, String path) throws VolumeException {
    if (size > object.status().size() && usedBytes() - object.status().size() + size > capacity) {
      throw failure(Kind.NO_SPACE, path, "it is full");
    }
  }

  @Override
  public VolumeObject create(String path, ObjectOwner owner) throws VolumeException {
    notifyWatcher("create", path);
    synchronized (this) {
      checkWritable("create", path);
      if (usedBytes() >= capacity) {
        throw failure(Kind.NO_SPACE, path, "it is full");
      }
      if (objects.containsKey(path)) {
        throw failure(Kind.EXISTS, path, "it is there already");
      }
      MemoryObject object = new MemoryObject(new byte[0], wallClock.getAsLong());
      object.owner = owner;
      object.nameDurable = true;
      objects.put(path, object);
      return new Handle(path, object, true);
    }
  }

  @Override
  public VolumeObject open(String path, boolean writes) throws VolumeException {
    notifyWatcher("open", path);
    synchronized (this) {
      MemoryObject object = existing(path);
      if (writes) {
        checkWritable("open", path);
      }
      return new Handle(path, object, writes);
    }
  }

  @Override
  public ObjectStatus status(String path) throws VolumeException {
    notifyWatcher("status", path);
    ObjectStatus status;
    MemoryStorage.Watcher watched;
    synchronized (this) {
      status = existing(path).status();
      watched = watcher;
    }
    watched.measured(path, status);
    return status;
  }

  @Override
  public void truncate(String path, long size) throws VolumeException {
    try (VolumeObject object = open(path, true)) {
      object.truncate(size);
    }
  }

  @Override
  public void chown(String path, ObjectOwner owner) throws VolumeException {
    notifyWatcher("chown", path);
    synchronized (this) {
      MemoryObject object = existing(path);
      checkWritable("chown", path);
      object.owner = owner;
    }
  }

  /** The owner of an object, if it was set. */
  public synchronized @Nullable ObjectOwner ownerOf(String path) {
    MemoryObject object = objects.get(path);
    return object == null ? null : object.owner;
  }

  @Override
  public boolean delete(String path) throws VolumeException {
    notifyWatcher("delete", path);
    synchronized (this) {
      checkWritable("delete", path);
      return objects.remove(path) != null;
    }
  }

  @Override
  public void move(String from, String to) throws VolumeException {
    notifyWatcher("move", from);
    synchronized (this) {
      checkWritable("move", from);
      MemoryObject object = existing(from);
      if (objects.putIfAbsent(to, object) != null) {
        throw failure(Kind.EXISTS, to, "it is there already");
      }
      objects.remove(from);
      object.nameDurable = true;
    }
  }

  @Override
  public void syncPath(String path) throws VolumeException {
    notifyWatcher("syncPath", path);
    synchronized (this) {
      existing(path).nameDurable = true;
    }
  }

  @Override
  public void list(ObjectVisitor visitor) throws VolumeException {
    Map<String, ObjectStatus> listed = new TreeMap<>();
    notifyWatcher("list", "");
    synchronized (this) {
      checkThere();
      objects.forEach((path, object) -> listed.put(path, object.status()));
    }
    for (Map.Entry<String, ObjectStatus> object : listed.entrySet()) {
      notifyWatcher("visit", object.getKey());
      if (!object.getKey().startsWith(HIDDEN)) {
        visitor.visit(object.getKey(), object.getValue());
      }
    }
  }

  @Override
  public VolumeSpace space() throws VolumeException {
    notifyWatcher("space", "");
    synchronized (this) {
      checkThere();
      return new VolumeSpace(
          capacity, Math.max(0, capacity - usedBytes()), 0, FileSystemId.UNKNOWN);
    }
  }

  @Override
  public VolumeAbilities abilities() {
    return new VolumeAbilities(true, true);
  }

  @Override
  public void close() {
    // The objects stay for later opens.
  }

  @Override
  public String toString() {
    return uri.toString();
  }

  /** An open object; it outlives its name. */
  private final class Handle implements VolumeObject {
    private final String path;
    private final MemoryObject object;
    private final boolean writes;

    Handle(String path, MemoryObject object, boolean writes) {
      this.path = path;
      this.object = object;
      this.writes = writes;
    }

    @Override
    public int read(long offset, ByteBuffer into) throws VolumeException {
      notifyWatcher("read", path);
      synchronized (MemoryVolume.this) {
        checkThere();
        return object.read(offset, into);
      }
    }

    @Override
    public void write(long offset, ByteBuffer from) throws VolumeException {
      notifyWatcher("write", path);
      synchronized (MemoryVolume.this) {
        checkWrites("write");
        checkSpace(object, offset + from.remaining(), path);
        object.write(offset, from, wallClock.getAsLong());
      }
    }

    private void checkWrites(String call) throws VolumeException {
      checkWritable(call, path);
      if (!writes) {
        throw failure(Kind.DENIED, path, "it is open for reading only");
      }
    }

    @Override
    public void truncate(long size) throws VolumeException {
      notifyWatcher("truncate", path);
      synchronized (MemoryVolume.this) {
        checkWrites("truncate");
        checkSpace(object, size, path);
        object.truncate(size, wallClock.getAsLong());
      }
    }

    @Override
    public ObjectStatus status() throws VolumeException {
      notifyWatcher("status", path);
      synchronized (MemoryVolume.this) {
        checkThere();
        return object.status();
      }
    }

    @Override
    public void sync() throws VolumeException {
      notifyWatcher("sync", path);
      synchronized (MemoryVolume.this) {
        checkThere();
        object.sync();
      }
    }

    @Override
    public void close() {
      // Nothing to release.
    }
  }
}
