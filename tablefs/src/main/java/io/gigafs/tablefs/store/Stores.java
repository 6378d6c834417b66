package io.gigafs.tablefs.store;

import io.gigafs.tablefs.Durability;
import io.gigafs.tablefs.Store;
import io.gigafs.tablefs.StoreException;
import io.gigafs.tablefs.StoreSettings;
import io.gigafs.tablefs.engine.Engine;
import java.util.UUID;
import java.util.function.Supplier;

/** Opens stores. */
public final class Stores {
  private Stores() {}

  /**
   * Opens the store of a data directory, or makes one if the directory is empty or not there.
   *
   * @throws StoreException of kind UNUSABLE if the directory cannot be this store's: another
   *     program's files, a newer format, another process that has it open; nothing on the disk is
   *     changed then
   */
  public static Store open(StoreSettings settings) {
    DataDirectory directory = DataDirectory.open(settings);
    try {
      String name = settings.path().toString();
      EngineStore store =
          open(directory.engine(), name, settings.durability(), directory::id, directory);
      directory.complete(store.id());
      UUID cluster = store.clusterId();
      if (cluster != null) {
        directory.boundTo(cluster);
      }
      if (settings.durability() == Durability.INTERVAL) {
        store.syncEvery(settings.syncIntervalMillis());
      }
      return store;
    } catch (RuntimeException e) {
      directory.close();
      throw e;
    }
  }

  /**
   * A store over an engine, which from now on belongs to it. There is no thread that syncs: with
   * {@link Durability#INTERVAL} the caller calls {@link Store#sync} when it likes. For tests and
   * simulations.
   *
   * @param newId gives a fresh store its id
   */
  public static Store over(Engine engine, Durability durability, Supplier<UUID> newId) {
    try {
      return open(engine, "the store", durability, newId, () -> {});
    } catch (RuntimeException e) {
      engine.close();
      throw e;
    }
  }

  private static EngineStore open(
      Engine engine,
      String name,
      Durability durability,
      Supplier<UUID> newId,
      EngineStore.Owned owned) {
    Meta found = Meta.load(engine, name);
    Meta meta = found == null ? Meta.create(engine, name, newId.get()) : found;
    return new EngineStore(engine, meta, durability, owned);
  }
}
