package io.gigafs.server;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import org.junit.jupiter.api.Test;

/** The directions of docs/architecture.md, as far as they cross or lie within the server. */
class ArchitectureTest {
  private static final JavaClasses GIGA =
      new ClassFileImporter()
          .withImportOption(
              location -> !location.contains("/test-classes") && !location.contains("-tests.jar"))
          .importPackages("io.gigafs");

  @Test
  void theServersPackagesPointOneWay() {
    layeredArchitecture()
        .consideringOnlyDependenciesInAnyPackage("io.gigafs.server..")
        .layer("command")
        .definedBy("io.gigafs.server.command..")
        .layer("start")
        .definedBy("io.gigafs.server")
        .layer("check")
        .definedBy("io.gigafs.server.check..")
        .layer("split")
        .definedBy("io.gigafs.server.split..")
        .layer("commit")
        .definedBy("io.gigafs.server.commit..")
        .layer("transaction")
        .definedBy("io.gigafs.server.transaction..")
        .layer("move")
        .definedBy("io.gigafs.server.move..")
        .layer("transfer")
        .definedBy("io.gigafs.server.transfer..")
        .layer("admin")
        .definedBy("io.gigafs.server.admin..")
        .layer("operation")
        .definedBy("io.gigafs.server.operation..")
        .layer("membership")
        .definedBy("io.gigafs.server.membership..")
        .layer("lane")
        .definedBy("io.gigafs.server.lane..")
        .layer("handle")
        .definedBy("io.gigafs.server.handle..")
        .layer("openstate")
        .definedBy("io.gigafs.server.openstate..")
        .layer("content")
        .definedBy("io.gigafs.server.content..")
        .layer("access")
        .definedBy("io.gigafs.server.access..")
        .layer("quota")
        .definedBy("io.gigafs.server.quota..")
        .layer("localquota")
        .definedBy("io.gigafs.server.localquota..")
        .layer("crash")
        .definedBy("io.gigafs.server.crash..")
        .layer("relay")
        .definedBy("io.gigafs.server.relay..")
        .layer("group")
        .definedBy("io.gigafs.server.group..")
        .layer("volume")
        .definedBy("io.gigafs.server.volume..")
        .layer("placement")
        .definedBy("io.gigafs.server.placement..")
        .layer("reclaim")
        .definedBy("io.gigafs.server.reclaim..")
        .layer("drain")
        .definedBy("io.gigafs.server.drain..")
        .layer("delegation")
        .definedBy("io.gigafs.server.delegation..")
        .layer("copy")
        .definedBy("io.gigafs.server.copy..")
        .withOptionalLayers(true)
        .whereLayer("drain")
        .mayOnlyBeAccessedByLayers("start")
        .whereLayer("delegation")
        .mayOnlyBeAccessedByLayers("start")
        .whereLayer("copy")
        .mayOnlyBeAccessedByLayers("start")
        .whereLayer("relay")
        .mayOnlyBeAccessedByLayers("start", "handle")
        .whereLayer("group")
        .mayOnlyBeAccessedByLayers("start", "handle")
        .whereLayer("reclaim")
        .mayOnlyBeAccessedByLayers("start")
        .whereLayer("placement")
        .mayOnlyBeAccessedByLayers("start", "check", "handle", "transaction", "operation", "drain")
        .whereLayer("volume")
        .mayOnlyBeAccessedByLayers(
            "start",
            "check",
            "handle",
            "relay",
            "group",
            "transaction",
            "placement",
            "reclaim",
            "drain")
        .whereLayer("command")
        .mayNotBeAccessedByAnyLayer()
        .whereLayer("start")
        .mayOnlyBeAccessedByLayers("command")
        .whereLayer("move")
        .mayOnlyBeAccessedByLayers("start")
        .whereLayer("check")
        .mayOnlyBeAccessedByLayers("start")
        .whereLayer("split")
        .mayOnlyBeAccessedByLayers("start", "check")
        .whereLayer("transfer")
        .mayOnlyBeAccessedByLayers("start", "check", "move", "split")
        .whereLayer("commit")
        .mayOnlyBeAccessedByLayers("start", "check", "handle")
        .whereLayer("transaction")
        .mayOnlyBeAccessedByLayers(
            "start", "check", "commit", "handle", "split", "transfer", "delegation", "copy")
        .whereLayer("admin")
        .mayOnlyBeAccessedByLayers("start", "move", "split", "transfer", "copy")
        .whereLayer("operation")
        .mayOnlyBeAccessedByLayers(
            "start", "check", "commit", "handle", "split", "transaction", "delegation", "copy")
        .whereLayer("membership")
        .mayOnlyBeAccessedByLayers(
            "start",
            "move",
            "check",
            "commit",
            "handle",
            "split",
            "transfer",
            "transaction",
            "admin",
            "quota",
            "relay",
            "group",
            "volume",
            "placement",
            "reclaim",
            "drain",
            "copy")
        .whereLayer("handle")
        .mayOnlyBeAccessedByLayers("start", "check")
        .whereLayer("openstate")
        .mayOnlyBeAccessedByLayers(
            "start",
            "check",
            "commit",
            "handle",
            "transaction",
            "operation",
            "lane",
            "placement",
            "drain",
            "delegation",
            "copy")
        .whereLayer("content")
        .mayOnlyBeAccessedByLayers(
            "check", "commit", "handle", "transaction", "operation", "placement", "drain")
        .whereLayer("access")
        .mayOnlyBeAccessedByLayers(
            "start",
            "check",
            "commit",
            "content",
            "handle",
            "transaction",
            "operation",
            "placement",
            "delegation")
        .whereLayer("quota")
        .mayOnlyBeAccessedByLayers(
            "start",
            "move",
            "check",
            "commit",
            "handle",
            "split",
            "transfer",
            "transaction",
            "operation",
            "placement",
            "delegation")
        .whereLayer("localquota")
        .mayOnlyBeAccessedByLayers("start", "quota", "commit", "transfer", "split", "lane")
        .whereLayer("crash")
        .mayOnlyBeAccessedByLayers(
            "start",
            "move",
            "commit",
            "split",
            "transfer",
            "transaction",
            "lane",
            "placement",
            "handle",
            "reclaim",
            "drain")
        .check(GIGA);
  }

  @Test
  void noPackagesDependOnEachOther() {
    slices().matching("io.gigafs.(**)").should().beFreeOfCycles().check(GIGA);
  }

  @Test
  void theStoreKnowsNoNetworkAndTheClientNoStore() {
    noClasses()
        .that()
        .resideInAPackage("io.gigafs.tablefs..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(
            "io.netty..",
            "io.gigafs.index..",
            "io.gigafs.protocol..",
            "io.gigafs.rpc..",
            "io.gigafs.cluster..",
            "io.gigafs.client..",
            "io.gigafs.server..")
        .check(GIGA);
    noClasses()
        .that()
        .resideOutsideOfPackages("io.gigafs.tablefs..", "io.gigafs.server..", "io.gigafs.bench..")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("io.gigafs.tablefs..")
        .check(GIGA);
  }

  @Test
  void eachLibraryHasItsPlace() {
    onlyIn("org.rocksdb..", "io.gigafs.tablefs.engine.rocksdb..");
    onlyIn("org.apache.curator..", "io.gigafs.cluster.zookeeper..");
    onlyIn("org.apache.zookeeper..", "io.gigafs.cluster.zookeeper..");
    noClasses()
        .that()
        .resideOutsideOfPackages("io.gigafs.protocol..", "io.gigafs.rpc..")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("io.netty.channel..")
        .check(GIGA);
  }

  private static void onlyIn(String library, String place) {
    noClasses()
        .that()
        .resideOutsideOfPackage(place)
        .should()
        .dependOnClassesThat()
        .resideInAPackage(library)
        .check(GIGA);
  }

  /** Time, chance and threads are handed in, so that a simulation can run the same code. */
  @Test
  void thePartsOfAServerReadNoClockAndStartNoThread() {
    noClasses()
        .that()
        .resideInAnyPackage(
            "io.gigafs.server.lane..",
            "io.gigafs.server.openstate..",
            "io.gigafs.server.handle..",
            "io.gigafs.server.relay..",
            "io.gigafs.server.operation..",
            "io.gigafs.server.move..",
            "io.gigafs.server.check..",
            "io.gigafs.server.split..",
            "io.gigafs.server.copy..",
            "io.gigafs.server.transfer..",
            "io.gigafs.server.transaction..",
            "io.gigafs.server.placement..",
            "io.gigafs.server.reclaim..",
            "io.gigafs.server.commit..",
            "io.gigafs.server.membership..",
            "io.gigafs.server.admin..",
            "io.gigafs.server.access..",
            "io.gigafs.access..",
            "io.gigafs.index..")
        .should()
        .callMethod(System.class, "nanoTime")
        .orShould()
        .callMethod(System.class, "currentTimeMillis")
        .orShould()
        .dependOnClassesThat()
        .areAssignableTo(Thread.class)
        .orShould()
        .dependOnClassesThat()
        .haveFullyQualifiedName("java.util.concurrent.ThreadLocalRandom")
        .check(GIGA);
  }
}
