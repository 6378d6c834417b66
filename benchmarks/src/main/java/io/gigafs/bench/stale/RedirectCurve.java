package io.gigafs.bench.stale;

import io.gigafs.bench.report.Line;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntToLongFunction;
import java.util.stream.IntStream;

/**
 * The number of redirects of clients by the time of their first, second, fourth, ... request, and
 * the maximum number of hops. Each client's part is written by one thread, and read when all are
 * done.
 */
final class RedirectCurve {
  private static final int FINE_POINTS = 200;

  private final int requests;
  private final long[][] redirects;
  private final int[] mostHops;

  /**
   * An empty curve.
   *
   * @param requests number of requests per client
   */
  RedirectCurve(int clients, int requests) {
    this.requests = requests;
    this.redirects = new long[clients][requests];
    this.mostHops = new int[clients];
  }

  /** A client's requests, one after another. */
  interface Request<E extends Exception> {
    void send(int number) throws E;
  }

  /**
   * Sends all of a client's requests.
   *
   * @param count the client's number of redirects so far
   */
  <E extends Exception> void follow(int client, Request<E> request, IntToLongFunction count)
      throws E {
    long before = count.applyAsLong(client);
    long last = before;
    for (int number = 0; number < requests; number++) {
      request.send(number);
      long now = count.applyAsLong(client);
      redirects[client][number] = now - before;
      mostHops[client] = Math.max(mostHops[client], (int) (now - last) + 1);
      last = now;
    }
  }

  /** Average number of redirects of a client after a number of requests. */
  double by(int sent) {
    double sum = 0;
    for (long[] each : redirects) {
      sum += each[sent - 1];
    }
    return sum / redirects.length;
  }

  /** Average number of redirects of a client after all requests. */
  double all() {
    return by(requests);
  }

  /** Share of redirected requests in the second half. */
  double lateShare() {
    int half = requests / 2;
    return requests < 2 ? 0 : (all() - by(half)) / (requests - half);
  }

  /** Maximum number of partitions that were asked for one name. */
  int mostHops() {
    int most = 1;
    for (int each : mostHops) {
      most = Math.max(most, each);
    }
    return most;
  }

  /** 1, 2, 4, ... and all. */
  List<Integer> points() {
    List<Integer> points = new ArrayList<>();
    for (int sent = 1; sent < requests; sent *= 2) {
      points.add(sent);
    }
    points.add(requests);
    return points;
  }

  /** The curve at {@link #points}, for a logarithmic axis. */
  Line line(String name) {
    return line(name, points());
  }

  /** The curve at equal distances, for a linear axis, where powers would leave large gaps. */
  Line fineLine(String name) {
    int step = Math.max(1, requests / FINE_POINTS);
    return line(
        name,
        IntStream.iterate(step, sent -> sent <= requests, sent -> sent + step).boxed().toList());
  }

  private Line line(String name, List<Integer> points) {
    return new Line(
        name,
        points.stream().map(Integer::doubleValue).toList(),
        points.stream().map(this::by).toList());
  }
}
