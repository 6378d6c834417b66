package io.gigafs.server;

import io.gigafs.rpc.Clock;
import io.gigafs.rpc.RpcClient;
import io.gigafs.rpc.Timers;
import io.gigafs.server.crash.CrashPoints;
import io.gigafs.server.data.GroupCache;
import io.gigafs.server.migration.SlotImporter;
import io.gigafs.tablefs.Store;
import io.gigafs.volume.FileSystemId;
import io.gigafs.volume.OpenVolumes;
import io.micrometer.core.instrument.MeterRegistry;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * Everything that a server runs on.
 *
 * @param storeFileSystem the file system that the store is on
 * @param workDirectory for files of splits in progress; emptied at start
 * @param maxCarriedBytes maximum bytes of a partition's rows that go to another server in one
 *     message; larger partitions go as files
 * @param laneExecutors one for each lane
 * @param callersExecutor an executor of the calling thread, if that thread may run commit batches
 * @param background runs blocking tasks: splits
 * @param syncing runs one sync at a time
 * @param reporting runs scans for operators, which may take long
 * @param volumeIo runs calls to volumes and to the transfer directory, which block for as long as
 *     the storage does; its size limits how many run at a time
 * @param volumes those of the cluster, as this server accesses them
 * @param group this server's part of the cache group
 * @param viewWriter writes completed slot moves to the cluster's view
 * @param random for transaction ids and the placement of directories; guarded by itself
 * @param sessionLeaseMillis how long a client's session lives without a renewal
 * @param delegationQuietMillis how long no other client has sent a request to a partition before it
 *     is delegated to a client
 * @param splitHeat requests per second from which on a partition may split for load; 0 for never
 * @param crashPoints called at the steps at which a test may crash the server
 */
record ServerResources(
    Store store,
    FileSystemId storeFileSystem,
    Path workDirectory,
    long maxCarriedBytes,
    RpcClient rpc,
    Clock clock,
    Timers timers,
    List<Executor> laneExecutors,
    Supplier<@Nullable Executor> callersExecutor,
    Executor background,
    Executor syncing,
    Executor reporting,
    Executor volumeIo,
    OpenVolumes volumes,
    GroupCache.Resources group,
    RandomGenerator random,
    SlotImporter.ViewWriter viewWriter,
    MeterRegistry meters,
    int sessionLeaseMillis,
    int delegationQuietMillis,
    int splitHeat,
    CrashPoints crashPoints) {}
