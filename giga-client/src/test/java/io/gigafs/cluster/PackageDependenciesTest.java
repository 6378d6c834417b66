package io.gigafs.cluster;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import org.junit.jupiter.api.Test;

/** Checks the dependencies between packages of the client module. */
class PackageDependenciesTest {
  private static final JavaClasses GIGA =
      new ClassFileImporter()
          .withImportOption(location -> !location.contains("/test-classes"))
          .importPackages("io.gigafs");

  @Test
  void indexDependsOnNoOtherPackage() {
    classes()
        .that()
        .resideInAPackage("io.gigafs.index")
        .should()
        .onlyDependOnClassesThat()
        .resideInAnyPackage(
            "io.gigafs.index",
            "java.lang..",
            "java.util..",
            "java.nio.charset",
            "java.io",
            "com.dynatrace.hash4j..",
            "org.jspecify..")
        .check(GIGA);
  }

  @Test
  void clusterDependsOnTheIndexOnly() {
    classes()
        .that()
        .resideInAPackage("io.gigafs.cluster")
        .should()
        .onlyDependOnClassesThat()
        .resideInAnyPackage(
            "io.gigafs.cluster", "io.gigafs.index", "java..", "org.slf4j..", "org.jspecify..")
        .check(GIGA);
  }

  @Test
  void onlyOnePackageDependsOnZooKeeper() {
    noClasses()
        .that()
        .resideOutsideOfPackage("io.gigafs.cluster.zookeeper..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("org.apache.zookeeper..", "org.apache.curator..")
        .check(GIGA);
  }
}
