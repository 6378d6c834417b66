package io.gigafs.hadoop;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import org.junit.jupiter.api.Test;

/** Tests the dependencies that docs/architecture.md allows within this module. */
class ArchitectureTest {
  private static final JavaClasses PLUGIN =
      new ClassFileImporter()
          .withImportOption(
              location -> !location.contains("/test-classes") && !location.contains("-tests.jar"))
          .importPackages("io.gigafs.hadoop");

  @Test
  void noPackagesDependOnEachOther() {
    slices().matching("io.gigafs.(hadoop..)").should().beFreeOfCycles().check(PLUGIN);
  }

  @Test
  void partsDoNotKnowTheFileSystem() {
    noClasses()
        .that()
        .resideInAnyPackage("io.gigafs.hadoop.*..")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("io.gigafs.hadoop")
        .check(PLUGIN);
  }

  @Test
  void pluginUsesOnlyTheClient() {
    noClasses()
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(
            "io.gigafs.server..", "io.gigafs.tablefs..", "io.gigafs.cli..", "io.gigafs.rpc..")
        .check(PLUGIN);
  }
}
