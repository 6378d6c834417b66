package io.gigafs.bench;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideOutsideOfPackages;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import org.junit.jupiter.api.Test;

/** Tests the dependencies that docs/architecture.md allows within this module. */
class ArchitectureTest {
  private static final JavaClasses BENCH =
      new ClassFileImporter()
          .withImportOption(location -> !location.contains("/test-classes"))
          .importPackages("io.gigafs.bench");

  /** The report package can then be used for any measurement. */
  @Test
  void reportsKnowNothingOfGiga() {
    noClasses()
        .that()
        .resideInAPackage("io.gigafs.bench.report")
        .should()
        .dependOnClassesThat()
        .resideOutsideOfPackages(
            "io.gigafs.bench.report", "java..", "javax..", "org.knowm..", "org.jspecify..")
        .check(BENCH);
  }

  /**
   * The benchmarks measure Giga. Only the bare loop and micro benchmarks use its libraries
   * directly.
   */
  @Test
  void onlyTheBareLoopUsesNettyAndRocksDb() {
    noClasses()
        .that()
        .resideOutsideOfPackages("io.gigafs.bench.ceiling", "io.gigafs.bench.micro")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("io.netty..", "org.rocksdb..")
        .check(BENCH);
  }

  /** The framework can then run and report any experiment. */
  @Test
  void frameworkKnowsNoExperiment() {
    noClasses()
        .that()
        .resideInAPackage("io.gigafs.bench.experiment")
        .should()
        .dependOnClassesThat()
        .resideOutsideOfPackages(
            "io.gigafs.bench.experiment",
            "io.gigafs.bench.report",
            "io.gigafs.cli",
            "io.gigafs.fuse.mounting",
            "java..",
            "org.jspecify..",
            "org.slf4j..")
        .check(BENCH);
  }

  /** Micro benchmarks stay independent of changes to experiments. */
  @Test
  void microBenchmarksKnowNoExperiments() {
    noClasses()
        .that()
        .resideInAPackage("io.gigafs.bench.micro..")
        .should()
        .dependOnClassesThat(
            resideInAPackage("io.gigafs.bench..")
                .and(
                    resideOutsideOfPackages("io.gigafs.bench.micro..", "io.gigafs.bench.report..")))
        .check(BENCH);
  }
}
