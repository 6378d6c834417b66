package io.gigafs.bench.cache;

import io.gigafs.volume.ObjectOwner;
import io.gigafs.volume.ObjectStatus;
import io.gigafs.volume.Volume;
import io.gigafs.volume.VolumeAbilities;
import io.gigafs.volume.VolumeException;
import io.gigafs.volume.VolumeObject;
import io.gigafs.volume.VolumeSpace;
import java.nio.ByteBuffer;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** A volume whose calls on objects take a while longer. Safe for use by several threads. */
final class SlowVolume implements Volume {
  private final Volume volume;
  private final long delayNanos;

  SlowVolume(Volume volume, long delayMicros) {
    this.volume = volume;
    this.delayNanos = TimeUnit.MICROSECONDS.toNanos(delayMicros);
  }

  private void delay() {
    long end = System.nanoTime() + delayNanos;
    for (long left = delayNanos; left > 0; left = end - System.nanoTime()) {
      LockSupport.parkNanos(this, left);
      if (Thread.currentThread().isInterrupted()) {
        return;
      }
    }
  }

  @Override
  public VolumeObject create(String path, ObjectOwner owner) throws VolumeException {
    delay();
    return new SlowObject(volume.create(path, owner));
  }

  @Override
  public VolumeObject open(String path, boolean writes) throws VolumeException {
    delay();
    return new SlowObject(volume.open(path, writes));
  }

  @Override
  public ObjectStatus status(String path) throws VolumeException {
    delay();
    return volume.status(path);
  }

  @Override
  public void truncate(String path, long size) throws VolumeException {
    delay();
    volume.truncate(path, size);
  }

  @Override
  public void chown(String path, ObjectOwner owner) throws VolumeException {
    delay();
    volume.chown(path, owner);
  }

  @Override
  public boolean delete(String path) throws VolumeException {
    delay();
    return volume.delete(path);
  }

  @Override
  public void move(String from, String to) throws VolumeException {
    delay();
    volume.move(from, to);
  }

  @Override
  public void syncPath(String path) throws VolumeException {
    delay();
    volume.syncPath(path);
  }

  @Override
  public void list(ObjectVisitor visitor) throws VolumeException {
    delay();
    volume.list(visitor);
  }

  @Override
  public VolumeSpace space() throws VolumeException {
    delay();
    return volume.space();
  }

  @Override
  public VolumeAbilities abilities() {
    return volume.abilities();
  }

  @Override
  public void close() {
    volume.close();
  }

  private final class SlowObject implements VolumeObject {
    private final VolumeObject object;

    SlowObject(VolumeObject object) {
      this.object = object;
    }

    @Override
    public int read(long offset, ByteBuffer into) throws VolumeException {
      delay();
      return object.read(offset, into);
    }

    @Override
    public void write(long offset, ByteBuffer from) throws VolumeException {
      delay();
      object.write(offset, from);
    }

    @Override
    public void truncate(long size) throws VolumeException {
      delay();
      object.truncate(size);
    }

    @Override
    public ObjectStatus status() throws VolumeException {
      delay();
      return object.status();
    }

    @Override
    public long seek(long offset, boolean toHole) throws VolumeException {
      delay();
      return object.seek(offset, toHole);
    }

    @Override
    public void sync() throws VolumeException {
      delay();
      object.sync();
    }

    @Override
    public void close() {
      object.close();
    }
  }
}
