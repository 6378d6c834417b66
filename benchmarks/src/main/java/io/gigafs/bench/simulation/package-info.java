/**
 * How would a directory grow on more servers, and to more entries, than a machine has room for? A
 * discrete-event simulation that runs the product's index, slot table and split threshold, with
 * counts in place of entries.
 *
 * <p>What is the product's own: {@link io.gigafs.index.PartitionMap}, {@link
 * io.gigafs.index.Partition} and the slots of {@link io.gigafs.cluster.SlotTable}. What is a model:
 *
 * <ol>
 *   <li>Names are hashed evenly and come as a Poisson process, so partitions fill independently of
 *       each other: a partition that holds a share p of the hashes needs a Gamma-distributed number
 *       of creates for the next m of its own, and a split halves its entries binomially.
 *   <li>Clients keep a bounded number of requests under way and wait for the slowest: the rate is
 *       that at which the most loaded server is busy all the time.
 *   <li>A server that works for splits has a part of its time left for creates. That slows all
 *       clients down at once, though for moments their windows would bridge it: with many servers
 *       that split at the same time the simulation is on the slow side.
 *   <li>Creates for a half that is on its way wait; when all requests wait, nothing is created.
 *   <li>A few clients are followed with a map each, through every redirect; they stand for all.
 * </ol>
 */
@NullMarked
package io.gigafs.bench.simulation;

import org.jspecify.annotations.NullMarked;
