package io.gigafs.server;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.library.Architectures.LayeredArchitecture;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Checks the dependencies of docs/architecture.md that cross or lie within the server. */
class ArchitectureTest {
  /** The root package: constructs a server from the others. */
  private static final String START = "start";

  /** From the top; packages of one layer do not use each other. */
  private static final List<List<String>> LAYERS =
      List.of(
          List.of("command"),
          List.of(START),
          List.of("fsck", "file", "lease"),
          List.of("migration"),
          List.of("namespace"),
          List.of("transaction"),
          List.of("entry"),
          List.of("data"),
          List.of("quota"),
          List.of("admin"),
          List.of("context"),
          List.of("membership"),
          List.of("partition"),
          List.of("access", "crash", "localquota", "openstate"));

  private static final JavaClasses GIGA =
      new ClassFileImporter()
          .withImportOption(
              location -> !location.contains("/test-classes") && !location.contains("-tests.jar"))
          .importPackages("io.gigafs");

  @Test
  void serverPackagesUseLowerLayersOnly() {
    LayeredArchitecture rule =
        layeredArchitecture().consideringOnlyDependenciesInAnyPackage("io.gigafs.server..");
    for (List<String> layer : LAYERS) {
      for (String name : layer) {
        rule = rule.layer(name).definedBy(packageOf(name));
      }
    }
    Set<String> above = new LinkedHashSet<>();
    for (List<String> layer : LAYERS) {
      for (String name : layer) {
        LayeredArchitecture.LayerDependencySpecification of = rule.whereLayer(name);
        rule =
            above.isEmpty()
                ? of.mayNotBeAccessedByAnyLayer()
                : of.mayOnlyBeAccessedByLayers(above.toArray(String[]::new));
      }
      above.addAll(layer);
    }
    rule.check(GIGA);
  }

  @Test
  void everyServerPackageIsInALayer() {
    noClasses()
        .that()
        .resideInAPackage("io.gigafs.server..")
        .should()
        .resideOutsideOfPackages(
            LAYERS.stream()
                .flatMap(List::stream)
                .map(ArchitectureTest::packageOf)
                .toArray(String[]::new))
        .check(GIGA);
  }

  private static String packageOf(String layer) {
    return layer.equals(START) ? "io.gigafs.server" : "io.gigafs.server." + layer;
  }

  @Test
  void packagesHaveNoCycles() {
    slices().matching("io.gigafs.(**)").should().beFreeOfCycles().check(GIGA);
  }

  @Test
  void storeUsesNoNetworkAndClientNoStore() {
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
  void librariesAreUsedInTheirPackagesOnly() {
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

  /**
   * Clocks, random numbers and threads are injected, so that a simulation can run the same code.
   */
  @Test
  void serverPartsReadNoClockAndStartNoThread() {
    noClasses()
        .that()
        .resideInAnyPackage(
            "io.gigafs.server.partition..",
            "io.gigafs.server.openstate..",
            "io.gigafs.server.entry..",
            "io.gigafs.server.namespace..",
            "io.gigafs.server.transaction..",
            "io.gigafs.server.file..",
            "io.gigafs.server.lease..",
            "io.gigafs.server.migration..",
            "io.gigafs.server.data..",
            "io.gigafs.server.quota..",
            "io.gigafs.server.fsck..",
            "io.gigafs.server.membership..",
            "io.gigafs.server.context..",
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
