package io.gigafs.server;

import io.gigafs.tablefs.engine.Cursor;
import io.gigafs.tablefs.engine.Engine;
import io.gigafs.tablefs.engine.ForwardingEngine;
import io.gigafs.tablefs.engine.WriteRecords;
import io.gigafs.tablefs.schema.Family;
import io.gigafs.tablefs.schema.KeyRange;
import java.lang.ref.WeakReference;
import java.nio.file.Path;

/** An engine whose writes and syncs take time of the calling process. */
final class SlowEngine extends ForwardingEngine {
  /** Weak, because a store keeps its engine in thread locals, which may outlive the simulation. */
  private final WeakReference<SimulatedServer> server;

  SlowEngine(Engine engine, SimulatedServer server) {
    super(engine);
    this.server = new WeakReference<>(server);
  }

  private void takeTime() {
    SimulatedServer owner = server.get();
    if (owner != null) {
      owner.takeDiskTime();
    }
  }

  @Override
  public void write(WriteRecords records, boolean sync) {
    takeTime();
    super.write(records, sync);
  }

  @Override
  public void sync() {
    takeTime();
    super.sync();
  }

  @Override
  public long writeSortedFile(Path file, Cursor rows) {
    takeTime();
    return super.writeSortedFile(file, rows);
  }

  @Override
  public void ingest(Family family, KeyRange range, Path file) {
    takeTime();
    super.ingest(family, range, file);
  }

  @Override
  public void recover() {
    takeTime();
    super.recover();
  }

  @Override
  public void checkpoint(Path directory) {
    takeTime();
    super.checkpoint(directory);
  }
}
