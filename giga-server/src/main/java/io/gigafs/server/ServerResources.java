package io.gigafs.server;

import io.gigafs.rpc.Clock;
import io.gigafs.rpc.RpcClient;
import io.gigafs.rpc.Timers;
import io.gigafs.server.crash.CrashPoints;
import io.gigafs.server.group.GroupResources;
import io.gigafs.server.membership.ViewWriter;
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
 * What a server runs on.
 *
 * @param storeFileSystem what the store is on
 * @param workDirectory for files of splits under way; emptied at start
 * @param maxCarriedBytes so many bytes of a partition's rows go to another server in one message;
 *     more go as files
 * @param laneExecutors one for each lane
 * @param nearExecutor an executor of the calling thread's, if that may run turns of lanes
 * @param background runs what blocks: splits
 * @param syncing runs one sync at a time
 * @param reporting runs scans for operators, which may take long
 * @param volumeIo runs calls to volumes and to the transfer directory, which block for as long as
 *     the storage does; as many at a time as it is given
 * @param volumes those of the cluster, as this server reaches them
 * @param group what it takes part in the cache group with
 * @param viewWriter takes slots that have moved into the cluster's view
 * @param random for ids of transactions and the placement of directories; guarded by itself
 * @param sessionLeaseMillis how long a client's session lives without being renewed
 * @param delegationQuietMillis so long nobody else has asked for anything of a partition that is
 *     delegated to a client
 * @param splitHeat requests a second from which on a partition may split for them; 0 for never
 * @param crashPoints told of the steps at which a test may have the server die
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
    Supplier<@Nullable Executor> nearExecutor,
    Executor background,
    Executor syncing,
    Executor reporting,
    Executor volumeIo,
    OpenVolumes volumes,
    GroupResources group,
    RandomGenerator random,
    ViewWriter viewWriter,
    MeterRegistry meters,
    int sessionLeaseMillis,
    int delegationQuietMillis,
    int splitHeat,
    CrashPoints crashPoints) {}
