package io.gigafs.server;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.library.Architectures.LayeredArchitecture;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
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
          List.of("access", "crash", "openstate", "reply"));

  /** Packages that run a server in a process, with its clocks and threads. */
  private static final Set<String> WITH_THREADS = Set.of("command", START);

  private static final int MAX_CLASSES = 45;
  private static final int MAX_MUTUAL = 15;

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

  /** More would be several subjects. Nested classes do not count. */
  @Test
  void noServerPackageIsTooLarge() {
    Map<String, Long> classes =
        GIGA.stream()
            .filter(type -> type.getPackageName().startsWith("io.gigafs.server"))
            .filter(type -> type.isTopLevelClass() && !type.getSimpleName().equals("package-info"))
            .collect(Collectors.groupingBy(JavaClass::getPackageName, Collectors.counting()));
    assertThat(classes).allSatisfy((name, count) -> assertThat(count).isLessThan(MAX_CLASSES + 1));
  }

  /** One of them is understood only with all others. */
  @Test
  void fewClassesDependOnEachOther() {
    assertThat(MutualDependencies.of(GIGA))
        .isNotEmpty()
        .allSatisfy(group -> assertThat(group).hasSizeLessThanOrEqualTo(MAX_MUTUAL));
  }

  /** Each package registers the handlers of its own requests, in one class. */
  @Test
  void routesAreRegisteredByThePackagesThatProcessRequests() {
    noClasses()
        .that()
        .haveSimpleNameNotEndingWith("Routes")
        .and()
        .resideOutsideOfPackages("io.gigafs.server", "io.gigafs.server.context")
        .should()
        .dependOnClassesThat()
        .haveFullyQualifiedName("io.gigafs.server.context.RouteTable")
        .check(GIGA);
  }

  /** A server has one context, and its parts share it. */
  @Test
  void contextIsConstructedByTheRootOnly() {
    noClasses()
        .that()
        .resideInAPackage("io.gigafs.server..")
        .and()
        .resideOutsideOfPackage("io.gigafs.server")
        .should()
        .callConstructorWhere(
            DescribedPredicate.describe(
                "the class is ServerContext",
                call ->
                    call.getTargetOwner()
                        .getName()
                        .equals("io.gigafs.server.context.ServerContext")))
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
            Stream.concat(
                    Stream.of("io.gigafs.access..", "io.gigafs.index.."),
                    LAYERS.stream()
                        .flatMap(List::stream)
                        .filter(layer -> !WITH_THREADS.contains(layer))
                        .map(ArchitectureTest::packageOf))
                .toArray(String[]::new))
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
