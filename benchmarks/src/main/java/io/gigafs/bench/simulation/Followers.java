package io.gigafs.bench.simulation;

import io.gigafs.index.Partition;
import io.gigafs.index.PartitionIndex;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;

/** The clients that are followed, out of many who are like them. For one thread. */
final class Followers {
  private final List<FollowedClient> clients = new ArrayList<>();
  private final Draws draws;

  /** Which part of all creates is one client's. */
  private final double shareOfOne;

  private double nextAt = Double.POSITIVE_INFINITY;

  Followers(int followed, int all, Draws draws) {
    for (int i = 0; i < followed; i++) {
      clients.add(new FollowedClient());
    }
    this.draws = draws;
    this.shareOfOne = 1.0 / all;
  }

  /** When one of them is to be sent on next, in creates of all clients. */
  double nextAt() {
    return nextAt;
  }

  void splitUnnoticed(Partition parentAfter, Partition child, double issued) {
    clients.forEach(client -> client.splitUnnoticed(parentAfter, child));
    drawNext(issued);
  }

  /** Has one of them err, whose turn it is. */
  void err(
      double issued, Function<PartitionIndex, Partition> owners, Consumer<PartitionIndex> asked) {
    double left = draws.fraction() * errorShare();
    FollowedClient erring = clients.get(0);
    for (FollowedClient client : clients) {
      if (left >= 0 && client.errorShare() > 0) {
        erring = client;
        left -= client.errorShare();
      }
    }
    erring.err(draws, owners, asked);
    drawNext(issued);
  }

  /** However little has passed, the chance of an error to come is the same: it is drawn afresh. */
  private void drawNext(double issued) {
    double errors = errorShare() * shareOfOne;
    nextAt = errors > 0 ? issued + draws.exponential() / errors : Double.POSITIVE_INFINITY;
  }

  private double errorShare() {
    return clients.stream().mapToDouble(FollowedClient::errorShare).sum();
  }

  /** For how many clients each of them stands. */
  double clientsPerFollower() {
    return 1 / (shareOfOne * clients.size());
  }

  /** How often they were sent on, on average. */
  double redirectsPerClient() {
    return clients.stream().mapToLong(client -> client.map().redirects()).average().orElse(0);
  }

  /** The most partitions that any of them asked for one name. */
  int mostHops() {
    return clients.stream().mapToInt(client -> client.map().mostHops()).max().orElse(1);
  }
}
