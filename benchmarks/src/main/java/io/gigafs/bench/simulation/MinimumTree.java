package io.gigafs.bench.simulation;

import java.util.Arrays;

/** The minimum of many values of which few change at a time. Not thread-safe. */
final class MinimumTree {
  /** Node i is the minimum of 2i and 2i + 1; the leaves are the upper half. */
  private final double[] nodes;

  private final int leaves;

  /** Creates a tree with this number of values, all infinite. */
  MinimumTree(int values) {
    leaves = Integer.highestOneBit(Math.max(1, values * 2 - 1));
    nodes = new double[2 * leaves];
    Arrays.fill(nodes, Double.POSITIVE_INFINITY);
  }

  void set(int place, double value) {
    int node = leaves + place;
    nodes[node] = value;
    for (node /= 2; node > 0; node /= 2) {
      nodes[node] = Math.min(nodes[2 * node], nodes[2 * node + 1]);
    }
  }

  double least() {
    return nodes[1];
  }
}
