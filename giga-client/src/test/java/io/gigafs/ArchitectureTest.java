package io.gigafs;

import static com.tngtech.archunit.core.domain.JavaAccess.Predicates.target;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.type;
import static com.tngtech.archunit.core.domain.properties.HasOwner.Predicates.With.owner;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.library.Architectures.LayeredArchitecture;
import io.gigafs.cluster.ClusterView;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Checks the dependency directions of docs/architecture.md within this module. */
class ArchitectureTest {
  private static final JavaClasses GIGA =
      new ClassFileImporter()
          .withImportOption(
              location -> !location.contains("/test-classes") && !location.contains("-tests.jar"))
          .importPackages("io.gigafs");

  @Test
  void packageDependenciesAreLayered() {
    layeredArchitecture()
        .consideringOnlyDependenciesInAnyPackage("io.gigafs..")
        .layer("cli")
        .definedBy("io.gigafs.cli..")
        .layer("load")
        .definedBy("io.gigafs.load..")
        .layer("client")
        .definedBy("io.gigafs.client..")
        .layer("tree")
        .definedBy("io.gigafs.tree..")
        .layer("fuse")
        .definedBy("io.gigafs.fuse")
        .layer("virtual")
        .definedBy("io.gigafs.fuse.virtual")
        .layer("memory")
        .definedBy("io.gigafs.fuse.memory")
        .layer("jnrfuse")
        .definedBy("io.gigafs.fuse.jnrfuse")
        .layer("mounting")
        .definedBy("io.gigafs.fuse.mounting")
        .layer("kernel")
        .definedBy("io.gigafs.fuse.kernel")
        .layer("binding")
        .definedBy("io.gigafs.fuse.binding")
        .layer("rpc")
        .definedBy("io.gigafs.rpc..")
        .layer("protocol")
        .definedBy("io.gigafs.protocol..")
        .layer("zookeeper")
        .definedBy("io.gigafs.cluster.zookeeper..")
        .layer("cluster")
        .definedBy("io.gigafs.cluster")
        .layer("volume")
        .definedBy("io.gigafs.volume..")
        .layer("cache")
        .definedBy("io.gigafs.cache..")
        .layer("index")
        .definedBy("io.gigafs.index..")
        .layer("access")
        .definedBy("io.gigafs.access..")
        .layer("concurrent")
        .definedBy("io.gigafs.concurrent")
        .withOptionalLayers(true)
        .whereLayer("cli")
        .mayNotBeAccessedByAnyLayer()
        .whereLayer("load")
        .mayOnlyBeAccessedByLayers("cli")
        .whereLayer("client")
        .mayOnlyBeAccessedByLayers("fuse", "tree", "load", "cli")
        .whereLayer("tree")
        .mayOnlyBeAccessedByLayers("cli")
        .whereLayer("fuse")
        .mayOnlyBeAccessedByLayers("cli")
        .whereLayer("virtual")
        .mayOnlyBeAccessedByLayers("fuse")
        .whereLayer("memory")
        .mayOnlyBeAccessedByLayers("cli")
        .whereLayer("jnrfuse")
        .mayOnlyBeAccessedByLayers("fuse")
        .whereLayer("binding")
        .mayOnlyBeAccessedByLayers(
            "virtual", "memory", "jnrfuse", "mounting", "kernel", "fuse", "cli")
        .whereLayer("kernel")
        .mayOnlyBeAccessedByLayers("mounting", "jnrfuse")
        .whereLayer("mounting")
        .mayOnlyBeAccessedByLayers("jnrfuse", "fuse", "cli")
        .whereLayer("cache")
        .mayOnlyBeAccessedByLayers("client", "fuse", "cli")
        .whereLayer("rpc")
        .mayOnlyBeAccessedByLayers("client", "cache")
        .whereLayer("protocol")
        .mayOnlyBeAccessedByLayers(
            "rpc",
            "client",
            "tree",
            "load",
            "fuse",
            "binding",
            "kernel",
            "mounting",
            "memory",
            "cache",
            "cli")
        .whereLayer("zookeeper")
        .mayNotBeAccessedByAnyLayer()
        .whereLayer("cluster")
        .mayOnlyBeAccessedByLayers(
            "zookeeper", "volume", "protocol", "rpc", "client", "fuse", "cache", "cli")
        .whereLayer("volume")
        .mayOnlyBeAccessedByLayers("protocol", "client", "cli")
        .whereLayer("access")
        .mayOnlyBeAccessedByLayers("protocol", "client", "fuse", "cli")
        .whereLayer("concurrent")
        .mayNotAccessAnyLayer()
        .check(GIGA);
  }

  /** Only the commands that measure use the load generator. */
  @Test
  void onlyBenchmarksGenerateLoad() {
    noClasses()
        .that()
        .resideOutsideOfPackages("io.gigafs.load..", "io.gigafs.cli.bench")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("io.gigafs.load..")
        .check(GIGA);
  }

  /** Messages of a subject are above the base of the protocol, and frames above all messages. */
  @Test
  void protocolIsLayered() {
    layeredArchitecture()
        .consideringOnlyDependenciesInAnyPackage("io.gigafs.protocol..")
        .layer("base")
        .definedBy("io.gigafs.protocol")
        .layer("frame")
        .definedBy("io.gigafs.protocol.frame")
        .layer("lease")
        .definedBy("io.gigafs.protocol.lease")
        .layer("bulk")
        .definedBy("io.gigafs.protocol.bulk")
        .layer("cache")
        .definedBy("io.gigafs.protocol.cache")
        .layer("data")
        .definedBy("io.gigafs.protocol.data")
        .layer("migration")
        .definedBy("io.gigafs.protocol.migration")
        .layer("transaction")
        .definedBy("io.gigafs.protocol.transaction")
        .layer("fsck")
        .definedBy("io.gigafs.protocol.fsck")
        .layer("file")
        .definedBy("io.gigafs.protocol.file")
        .layer("namespace")
        .definedBy("io.gigafs.protocol.namespace")
        .layer("quota")
        .definedBy("io.gigafs.protocol.quota")
        .layer("cluster")
        .definedBy("io.gigafs.protocol.cluster")
        .whereLayer("base")
        .mayNotAccessAnyLayer()
        .whereLayer("frame")
        .mayNotBeAccessedByAnyLayer()
        .whereLayer("lease")
        .mayOnlyBeAccessedByLayers("frame")
        .whereLayer("bulk")
        .mayOnlyBeAccessedByLayers("frame", "lease")
        .whereLayer("cache")
        .mayOnlyBeAccessedByLayers("frame")
        .whereLayer("data")
        .mayOnlyBeAccessedByLayers("frame", "cache")
        .whereLayer("migration")
        .mayOnlyBeAccessedByLayers("frame")
        .whereLayer("transaction")
        .mayOnlyBeAccessedByLayers("frame", "migration")
        .whereLayer("fsck")
        .mayOnlyBeAccessedByLayers("frame")
        .whereLayer("file")
        .mayOnlyBeAccessedByLayers("frame", "bulk")
        .whereLayer("namespace")
        .mayOnlyBeAccessedByLayers("frame", "bulk", "file", "transaction", "fsck")
        .whereLayer("quota")
        .mayOnlyBeAccessedByLayers("frame", "file", "transaction")
        .whereLayer("cluster")
        .mayOnlyBeAccessedByLayers("frame", "data")
        .check(GIGA);
  }

  /** From the top; packages of one layer do not use each other. "api" is the root package. */
  private static final List<List<String>> CLIENT_LAYERS =
      List.of(
          List.of("connect"),
          List.of("file", "tree", "group"),
          List.of("entry"),
          List.of("lookup"),
          List.of("session"),
          List.of("lease"),
          List.of("bulk"),
          List.of("request"),
          List.of("api"),
          List.of("data"),
          List.of("path"));

  @Test
  void clientPackagesUseLowerLayersOnly() {
    LayeredArchitecture rule =
        layeredArchitecture().consideringOnlyDependenciesInAnyPackage("io.gigafs.client..");
    for (List<String> layer : CLIENT_LAYERS) {
      for (String name : layer) {
        rule = rule.layer(name).definedBy(clientPackage(name));
      }
    }
    Set<String> above = new LinkedHashSet<>();
    for (List<String> layer : CLIENT_LAYERS) {
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
  void everyClientPackageIsInALayer() {
    noClasses()
        .that()
        .resideInAPackage("io.gigafs.client..")
        .should()
        .resideOutsideOfPackages(
            CLIENT_LAYERS.stream()
                .flatMap(List::stream)
                .map(ArchitectureTest::clientPackage)
                .toArray(String[]::new))
        .check(GIGA);
  }

  private static String clientPackage(String layer) {
    return layer.equals("api") ? "io.gigafs.client" : "io.gigafs.client." + layer;
  }

  @Test
  void packagesHaveNoCycles() {
    slices().matching("io.gigafs.(**)").should().beFreeOfCycles().check(GIGA);
  }

  /**
   * The index and the rules of access and times are pure computation: no I/O, no clock, no library
   * but the hash.
   */
  @Test
  void indexAndAccessRulesArePure() {
    noClasses()
        .that()
        .resideInAnyPackage("io.gigafs.index..", "io.gigafs.access..", "io.gigafs.time..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("java.nio.file..", "java.net..", "io.netty..", "org.slf4j..")
        .check(GIGA);
  }

  /**
   * A view is decoded whole or derived from the previous view. Code that builds one otherwise would
   * miss fields that are added later.
   */
  @Test
  void viewsAreDecodedOrDerivedFromViews() {
    noClasses()
        .that()
        .doNotBelongToAnyOf(ClusterView.class)
        .and()
        .doNotHaveFullyQualifiedName("io.gigafs.cluster.ViewDelta")
        .and()
        .doNotHaveFullyQualifiedName("io.gigafs.protocol.WireReader")
        .and()
        .doNotHaveFullyQualifiedName("io.gigafs.cluster.zookeeper.ClusterRecords$View")
        .should()
        .callConstructorWhere(target(owner(type(ClusterView.class))))
        .check(GIGA);
  }

  /** Paths are resolved by rules alone: no I/O, no clock, no threads. */
  @Test
  void pathResolutionIsPure() {
    noClasses()
        .that()
        .resideInAPackage("io.gigafs.client.path..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(
            "java.io..",
            "java.nio.file..",
            "java.net..",
            "java.util.concurrent..",
            "io.netty..",
            "org.slf4j..",
            "io.gigafs.rpc..",
            "io.gigafs.client")
        .check(GIGA);
  }
}
