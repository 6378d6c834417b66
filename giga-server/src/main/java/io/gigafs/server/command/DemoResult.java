package io.gigafs.server.command;

import io.gigafs.cli.JsonObject;
import io.gigafs.cli.Output;
import io.gigafs.cli.Table;
import io.gigafs.client.ClientStatistics;
import io.gigafs.cluster.ServerInfo;
import io.gigafs.load.LoadResult;
import io.gigafs.protocol.cluster.StatusResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Results of a demo.
 *
 * @param directorySize number of entries that the directory reports
 * @param statistics sum over all clients
 */
record DemoResult(
    int files,
    int clients,
    LoadResult created,
    DemoListing listing,
    DemoSample sample,
    long directorySize,
    ClientStatistics statistics,
    List<Server> servers) {
  DemoResult {
    servers = List.copyOf(servers);
  }

  /** A server and its final state. */
  record Server(ServerInfo info, StatusResult status) {}

  /** The deviations; empty if everything is proven. */
  List<String> complaints() {
    List<String> complaints = new ArrayList<>();
    if (!listing.isExact()) {
      complaints.add(
          "the listing has "
              + listing.missing()
              + " names missing, "
              + listing.doubled()
              + " doubled and "
              + listing.foreign()
              + " that nobody made");
    }
    complaints.addAll(sample.wrong());
    if (directorySize != files) {
      complaints.add("the directory says that it has " + directorySize + " entries");
    }
    return complaints;
  }

  void print(Output out) {
    out.println(
        String.format(
            Locale.ROOT,
            "Made %d files in one directory from %d clients in %.2f s: %.0f files/s"
                + " (latency p50 %.1f ms, p99 %.1f ms).",
            created.files(),
            clients,
            created.seconds(),
            created.perSecond(),
            created.percentileMicros(50) / 1000,
            created.percentileMicros(99) / 1000));
    out.println(
        "Listed the directory: "
            + listing.listed()
            + " names"
            + (listing.isExact() ? ", each exactly once, none that nobody made." : "."));
    out.println(
        "Asked for "
            + sample.asked()
            + " random files"
            + (sample.isRight() ? ": each has the attributes that it was made with." : "."));
    out.println("");
    table().print(out);
    out.println("");
    out.println(
        statistics.requests()
            + " requests; "
            + statistics.splitRedirects()
            + " went to a partition that had split (and taught the client), "
            + statistics.slotRedirects()
            + " to the wrong server, "
            + statistics.retries()
            + " were sent again.");
  }

  private Table table() {
    Table table = new Table("SERVER", "ENDPOINT", ">ENTRIES", ">SHARE", ">PARTITIONS", ">SPLITS");
    long all = Math.max(1, servers.stream().mapToLong(each -> each.status().entries()).sum());
    for (Server server : servers) {
      StatusResult status = server.status();
      table.row(
          server.info().id().toString(),
          server.info().endpoint().toString(),
          Long.toString(status.entries()),
          String.format(Locale.ROOT, "%.1f%%", 100.0 * status.entries() / all),
          Long.toString(status.partitions()),
          Long.toString(ClusterWatch.splits(status)));
    }
    return table;
  }

  /**
   * All results.
   *
   * @param complaints its own, and others
   */
  JsonObject toJson(List<String> complaints) {
    return new JsonObject()
        .put("ok", complaints.isEmpty())
        .put("complaints", complaints)
        .put("files", created.files())
        .put("clients", clients)
        .put("seconds", created.seconds())
        .put("files_per_s", created.perSecond())
        .put("p50_us", created.percentileMicros(50))
        .put("p99_us", created.percentileMicros(99))
        .put("errors", created.errors())
        .put("listed", listing.listed())
        .put("missing", listing.missing())
        .put("doubled", listing.doubled())
        .put("foreign", listing.foreign())
        .put("sampled", sample.asked())
        .put("directory_size", directorySize)
        .put("requests", statistics.requests())
        .put("split_redirects", statistics.splitRedirects())
        .put("slot_redirects", statistics.slotRedirects())
        .put("retries", statistics.retries())
        .put("partitions", servers.stream().mapToLong(each -> each.status().partitions()).sum())
        .put("splits", servers.stream().mapToLong(each -> ClusterWatch.splits(each.status())).sum())
        .put("servers", servers.stream().map(DemoResult::server).toList());
  }

  private static JsonObject server(Server server) {
    return new JsonObject()
        .put("id", server.info().id())
        .put("endpoint", server.info().endpoint())
        .put("entries", server.status().entries())
        .put("partitions", server.status().partitions())
        .put("splits", ClusterWatch.splits(server.status()));
  }
}
