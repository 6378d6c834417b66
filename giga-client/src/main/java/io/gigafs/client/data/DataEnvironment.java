package io.gigafs.client.data;

import io.gigafs.rpc.Clock;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * The services and settings that the files of a client share. Each part is safe for use by several
 * threads.
 *
 * @param clock measures the age of servers' answers
 * @param alarms ends waits for other calls on the file
 * @param io runs what may block for as long as a volume does and has no waiting caller
 * @param goesDirect whether the client reads and writes volumes directly
 * @param volumes as this client reaches them
 * @param relay for volumes that the client does not reach
 * @param mostInlineBytes larger files move to a volume: between half and one and a half of the
 *     cluster's limit, drawn per client, so that clients do not all move their files at once
 * @param cache of the data of files on volumes; null if there is none
 * @param writeBack journals writes to files on volumes; null if they go to the volumes at once
 * @param memoryBytes beyond this much memory, writes to small files go to servers at once, and read
 *     bytes of them are not kept
 */
public record DataEnvironment(
    Clock clock,
    Alarms alarms,
    Executor io,
    boolean goesDirect,
    ClientVolumes volumes,
    RelayClient relay,
    int mostInlineBytes,
    @Nullable DataCache cache,
    @Nullable WriteBack writeBack,
    long memoryBytes) {}
