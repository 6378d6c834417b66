package io.gigafs.tablefs.store;

import io.gigafs.tablefs.Durability;
import io.gigafs.tablefs.Store;
import io.gigafs.tablefs.StoreException;
import io.gigafs.tablefs.StoreSettings;
import io.gigafs.tablefs.engine.Engine;
import io.gigafs.tablefs.engine.front.EngineFront;
import java.util.UUID;
import java.util.function.Supplier;

/** Opens stores. */
public final class Stores {
  private static final long CARE_MILLIS = 1_000;

  private Stores() {}

  /**
   * Opens the store of a data directory, or creates one if the directory is empty or does not
   * exist.
   *
   * @throws StoreException of kind UNUSABLE if the directory cannot be used: files of another
   *     program, a newer format, or another process that has it open; nothing on the disk is
   *     changed then
   */
  public static Store open(StoreSettings settings) {
    DataDirectory directory = DataDirectory.open(settings);
    try {
      String name = settings.path().toString();
      EngineStore store =
          open(
              directory.engine(),
              name,
              settings.durability(),
              directory.reserveBytes(),
              directory::id,
              directory,
              directory.losses());
      directory.complete(store.id());
      UUID cluster = store.clusterId();
      if (cluster != null) {
        directory.boundTo(cluster);
      }
      if (settings.durability() == Durability.INTERVAL) {
        store.syncEvery(settings.syncIntervalMillis());
      }
      store.tendEvery(CARE_MILLIS);
      return store;
    } catch (RuntimeException e) {
      try (directory) {
        directory.engine().close();
      }
      throw e;
    }
  }

  /**
   * A store over an engine, which it owns from now on. It starts no thread: with {@link
   * Durability#INTERVAL} the caller decides when to call {@link Store#sync}, and it calls {@link
   * Store#maintain} once a second of its time. The reserve is one byte. For tests and simulations.
   *
   * @param newId supplies the id of a fresh store
   */
  public static Store over(Engine engine, Durability durability, Supplier<UUID> newId) {
    return over(EngineFront.over(engine).open(), durability, newId);
  }

  /** The same over an engine with its front. */
  public static Store over(EngineFront engine, Durability durability, Supplier<UUID> newId) {
    try {
      return open(engine, "the store", durability, 1, newId, () -> {}, AcceptedLosses.none());
    } catch (RuntimeException e) {
      engine.close();
      throw e;
    }
  }

  private static EngineStore open(
      EngineFront engine,
      String name,
      Durability durability,
      long reserveBytes,
      Supplier<UUID> newId,
      EngineStore.Owned owned,
      AcceptedLosses losses) {
    Meta found = Meta.load(engine, name);
    Meta meta = found == null ? Meta.create(engine, name, newId.get()) : found;
    DiskCare care = new DiskCare(engine, name, reserveBytes, System::currentTimeMillis, losses);
    return new EngineStore(engine, care, meta, durability, owned);
  }
}
