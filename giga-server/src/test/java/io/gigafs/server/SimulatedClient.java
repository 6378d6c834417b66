package io.gigafs.server;

import io.gigafs.client.AsyncGigaClient;
import io.gigafs.client.BulkOutcome;
import io.gigafs.client.Follow;
import io.gigafs.client.GigaPath;
import io.gigafs.client.Listing;
import io.gigafs.client.OpenFile;
import io.gigafs.client.OpenOptions;
import io.gigafs.index.Name;
import io.gigafs.protocol.Caller;
import io.gigafs.protocol.FileAttributes;
import io.gigafs.protocol.GigaException;
import io.gigafs.protocol.bulk.RestoredEntry;
import io.gigafs.protocol.namespace.AttributeChange;
import io.gigafs.protocol.namespace.ListedEntry;
import io.gigafs.protocol.namespace.RenameMode;
import io.gigafs.protocol.namespace.Xattr;
import io.gigafs.protocol.namespace.Xattr.XattrMode;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;

/**
 * The real client in a simulation, with methods that advance the simulation until they complete.
 */
public final class SimulatedClient {
  private final Simulation simulation;
  private final SimulatedProcess process;
  private final AsyncGigaClient client;

  SimulatedClient(Simulation simulation, SimulatedProcess process, AsyncGigaClient client) {
    this.simulation = simulation;
    this.process = process;
    this.client = client;
  }

  /** Its name in messages. */
  public String name() {
    return process.name();
  }

  /** The real client, for concurrent operations. */
  public AsyncGigaClient async() {
    return client;
  }

  /** This client, acting for someone else. */
  public SimulatedClient as(Caller caller) {
    return new SimulatedClient(simulation, process, client.as(caller));
  }

  /** Ends the client's process at once. */
  public void kill() {
    process.kill();
  }

  /** Ends the client's process from within a callback, which does not return. */
  public void killWithin() {
    process.kill();
    throw new ProcessDied(name());
  }

  public FileAttributes stat(String path) throws GigaException {
    return simulation.await(client.stat(GigaPath.parse(path)));
  }

  /** Creates a file that must not exist. */
  public FileAttributes create(String path) throws GigaException {
    return create(path, 0644);
  }

  /** Creates a file with a mode. */
  public FileAttributes create(String path, int mode) throws GigaException {
    return simulation.await(client.create(GigaPath.parse(path), mode, true));
  }

  /** Creates a file, or returns the existing one. */
  public FileAttributes createOrFind(String path) throws GigaException {
    return simulation.await(client.create(GigaPath.parse(path), 0644, false));
  }

  public List<BulkOutcome> createAll(String directory, List<String> names) throws GigaException {
    return simulation.await(
        client.createAll(
            GigaPath.parse(directory), names.stream().map(Name::of).toList(), 0644, true));
  }

  public List<BulkOutcome> restoreAll(String directory, List<RestoredEntry> entries)
      throws GigaException {
    return simulation.await(client.restoreAll(GigaPath.parse(directory), entries));
  }

  public FileAttributes makeDirectory(String path) throws GigaException {
    return simulation.await(client.makeDirectory(GigaPath.parse(path), 0755));
  }

  public FileAttributes setAttributes(String path, AttributeChange change) throws GigaException {
    return simulation.await(client.setAttributes(GigaPath.parse(path), change));
  }

  public FileAttributes changeMode(String path, int mode) throws GigaException {
    return setAttributes(path, AttributeChange.ofMode(mode));
  }

  /** Opens a file; one that the flags create has mode 0644. */
  public OpenFile open(String path, OpenOptions.Flag first, OpenOptions.Flag... others)
      throws GigaException {
    return simulation.await(
        client.open(GigaPath.parse(path), OpenOptions.of(first, others).withMode(0644)));
  }

  /** Advances the simulation until the future completes; returns its result. */
  public <T> T await(CompletableFuture<T> future) throws GigaException {
    return simulation.await(future);
  }

  /** Renames an entry; does not follow symbolic links. */
  public FileAttributes link(String existing, String name) throws GigaException {
    return simulation.await(client.link(GigaPath.parse(existing), GigaPath.parse(name), Follow.NO));
  }

  public void unlink(String path) throws GigaException {
    simulation.await(client.unlink(GigaPath.parse(path)));
  }

  public void removeDirectory(String path) throws GigaException {
    simulation.await(client.removeDirectory(GigaPath.parse(path)));
  }

  public void rename(String from, String to) throws GigaException {
    rename(from, to, RenameMode.REPLACE);
  }

  /** Renames as renameat2(2) does. */
  public void rename(String from, String to, RenameMode mode) throws GigaException {
    simulation.await(client.rename(GigaPath.parse(from), GigaPath.parse(to), mode));
  }

  public byte[] getXattr(String path, String name) throws GigaException {
    return simulation.await(client.getXattr(GigaPath.parse(path), name, Follow.YES));
  }

  public List<Xattr> listXattrs(String path) throws GigaException {
    return simulation.await(client.listXattrs(GigaPath.parse(path), Follow.YES));
  }

  public void setXattr(String path, String name, byte[] value) throws GigaException {
    setXattr(path, name, value, XattrMode.SET);
  }

  public void setXattr(String path, String name, byte[] value, XattrMode mode)
      throws GigaException {
    simulation.await(
        client.setXattr(GigaPath.parse(path), new Xattr(name, value), mode, Follow.YES));
  }

  public void removeXattr(String path, String name) throws GigaException {
    simulation.await(client.removeXattr(GigaPath.parse(path), name, Follow.YES));
  }

  /** Fails with EACCES unless 4 (read), 2 (write) and 1 (execute) are allowed, as wanted. */
  public void access(String path, int wanted) throws GigaException {
    simulation.await(client.access(GigaPath.parse(path), wanted));
  }

  /** The names in a directory; fails the test if one is listed twice. */
  public Set<String> list(String path) throws GigaException {
    Set<String> names = new TreeSet<>();
    for (ListedEntry entry : listEntries(path, false)) {
      if (!names.add(entry.name().toString())) {
        throw new AssertionError(
            "seed " + simulation.seed() + ": " + path + " lists " + entry.name() + " twice");
      }
    }
    return names;
  }

  /** The entries of a directory, in the order of the listing. */
  public List<ListedEntry> listEntries(String path, boolean attributes) throws GigaException {
    List<ListedEntry> entries = new ArrayList<>();
    try (Listing listing = simulation.await(client.list(GigaPath.parse(path), attributes))) {
      List<ListedEntry> page = simulation.await(listing.nextPage());
      while (!page.isEmpty()) {
        entries.addAll(page);
        page = simulation.await(listing.nextPage());
      }
    }
    return entries;
  }
}
