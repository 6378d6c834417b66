package io.gigafs.bench.simulation;

import io.gigafs.index.Partition;
import io.gigafs.index.PartitionIndex;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;

/** The followed clients, a sample of many equal ones. Not thread-safe. */
final class Followers {
  private final List<FollowedClient> clients = new ArrayList<>();
  private final Draws draws;

  /** The share of one client in all creates. */
  private final double shareOfOne;

  private double nextAt = Double.POSITIVE_INFINITY;

  Followers(int followed, int all, Draws draws) {
    for (int i = 0; i < followed; i++) {
      clients.add(new FollowedClient());
    }
    this.draws = draws;
    this.shareOfOne = 1.0 / all;
  }

  /** When one of them is redirected next, in creates of all clients. */
  double nextAt() {
    return nextAt;
  }

  void splitUnnoticed(Partition parentAfter, Partition child, double issued) {
    clients.forEach(client -> client.splitUnnoticed(parentAfter, child));
    drawNext(issued);
  }

  /** Lets one of them, chosen by its error share, send a misdirected request. */
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

  /** Draws the next error afresh. Errors are memoryless, so the elapsed time does not matter. */
  private void drawNext(double issued) {
    double errors = errorShare() * shareOfOne;
    nextAt = errors > 0 ? issued + draws.exponential() / errors : Double.POSITIVE_INFINITY;
  }

  private double errorShare() {
    return clients.stream().mapToDouble(FollowedClient::errorShare).sum();
  }

  /** The number of clients that each follower represents. */
  double clientsPerFollower() {
    return 1 / (shareOfOne * clients.size());
  }

  /** Average number of redirects. */
  double redirectsPerClient() {
    return clients.stream().mapToLong(client -> client.map().redirects()).average().orElse(0);
  }

  /** Maximum number of partitions that any of them asked for one name. */
  int mostHops() {
    return clients.stream().mapToInt(client -> client.map().mostHops()).max().orElse(1);
  }
}
