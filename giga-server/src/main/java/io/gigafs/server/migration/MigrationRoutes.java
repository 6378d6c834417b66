package io.gigafs.server.migration;

import io.gigafs.protocol.cluster.RequestRateRequest;
import io.gigafs.protocol.migration.HandOverRequest;
import io.gigafs.protocol.migration.InstallChunkRequest;
import io.gigafs.protocol.migration.InstallCommitRequest;
import io.gigafs.protocol.migration.InstallFilesRequest;
import io.gigafs.protocol.migration.InstallOutcomeRequest;
import io.gigafs.protocol.migration.InstallRepliesRequest;
import io.gigafs.protocol.migration.OpenSlotRequest;
import io.gigafs.server.context.RouteTable;

/** The requests of splits and slot moves between servers. */
public final class MigrationRoutes {
  private MigrationRoutes() {}

  /** Registers them. */
  public static void register(
      RouteTable routes,
      Installer installer,
      SlotImporter importer,
      SlotExporter exporter,
      HeatSplits heat) {
    routes
        .atOwner(InstallChunkRequest.OPCODE, installer::chunk)
        .atOwner(InstallFilesRequest.OPCODE, installer::files)
        .atOwner(InstallCommitRequest.OPCODE, installer::commit)
        .atOwner(InstallOutcomeRequest.OPCODE, installer::outcome)
        .here(InstallRepliesRequest.OPCODE, importer::installReplies)
        .here(OpenSlotRequest.OPCODE, exporter::open)
        .here(HandOverRequest.OPCODE, exporter::handOver)
        .here(RequestRateRequest.OPCODE, heat::report);
  }
}
