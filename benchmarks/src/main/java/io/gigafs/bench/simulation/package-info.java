/**
 * A discrete-event simulation of a directory with more servers and more entries than one machine
 * can run. It uses the product's index, slot table and split threshold, with counts in place of
 * entries.
 *
 * <p>Code of the product: {@link io.gigafs.index.PartitionMap}, {@link io.gigafs.index.Partition}
 * and the slots of {@link io.gigafs.cluster.SlotTable}. Model:
 *
 * <ol>
 *   <li>Names are hashed uniformly and arrive as a Poisson process, so partitions fill
 *       independently of each other: a partition with a share p of the hashes needs a
 *       Gamma-distributed number of creates for the next m of its own, and a split halves its
 *       entries binomially.
 *   <li>Clients have a bounded number of outstanding requests and wait for the slowest: the rate is
 *       that at which the most loaded server is saturated.
 *   <li>A server that works for splits has only a part of its time left for creates. That slows all
 *       clients down at once, although their windows would bridge short pauses: with many servers
 *       that split at the same time the simulation is pessimistic.
 *   <li>Creates for a moving half wait. When all requests wait, nothing is created.
 *   <li>A few clients with their own maps are simulated through every redirect; they represent all.
 * </ol>
 */
@NullMarked
package io.gigafs.bench.simulation;

import org.jspecify.annotations.NullMarked;
