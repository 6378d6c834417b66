package io.gigafs.client.data;

import io.gigafs.rpc.Clock;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * What the files of a client share. Each part is safe for use by several threads.
 *
 * @param clock tells how old what a server told is
 * @param alarms end what waits for other calls on its file
 * @param io does what may block for as long as a volume does, where no caller waits for it
 * @param goesDirect whether the client reads and writes volumes by itself
 * @param volumes as this client reaches them
 * @param relay for volumes that it does not reach
 * @param mostInlineBytes files that grow beyond this go to a volume: between half and one and a
 *     half of the cluster's limit, drawn per client, so that clients do not all go there at once
 * @param cache of the data of files on volumes; null if there is none
 * @param writeBack what journals writes to files on volumes; null if they go to the volumes at once
 * @param memoryBytes beyond so many bytes in memory, writes to small files go to servers at once,
 *     and what was read of them is not kept
 */
public record DataEnvironment(
    Clock clock,
    Alarms alarms,
    Executor io,
    boolean goesDirect,
    Volumes volumes,
    Relay relay,
    int mostInlineBytes,
    @Nullable DataCache cache,
    @Nullable WriteBack writeBack,
    long memoryBytes) {}
