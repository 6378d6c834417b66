package io.gigafs.tablefs;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.Location;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;
import org.junit.jupiter.api.Test;

/** Tests which packages of this module may depend on which. */
final class ArchitectureTest {
  private static final String ROOT = "io.gigafs.tablefs";
  private static final JavaClasses CLASSES =
      new ClassFileImporter().withImportOption(ArchitectureTest::isNoTest).importPackages(ROOT);

  /** Returns true for classes of the product, in directories and in jars. */
  private static boolean isNoTest(Location location) {
    return !location.contains("/test-classes") && !location.contains("-tests.jar");
  }

  private static void check(ArchRule rule) {
    rule.check(CLASSES);
  }

  @Test
  void onlyOnePackageKnowsRocksDb() {
    check(
        noClasses()
            .that(not(resideInAPackage(ROOT + ".engine.rocksdb")))
            .should()
            .dependOnClassesThat()
            .resideInAPackage("org.rocksdb.."));
  }

  @Test
  void apiKnowsNoPackageBelow() {
    check(
        noClasses()
            .that()
            .resideInAPackage(ROOT)
            .should()
            .dependOnClassesThat()
            .resideInAPackage(ROOT + ".*.."));
  }

  @Test
  void schemaKnowsOnlyTheApi() {
    check(
        noClasses()
            .that()
            .resideInAPackage(ROOT + ".schema..")
            .should()
            .dependOnClassesThat(
                resideInAPackage(ROOT + "..")
                    .and(not(resideInAPackage(ROOT)))
                    .and(not(resideInAPackage(ROOT + ".schema..")))));
  }

  @Test
  void enginesKnowNothingAboveThem() {
    check(
        noClasses()
            .that()
            .resideInAPackage(ROOT + ".engine..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(ROOT + ".store..", ROOT + ".embedded.."));
  }

  @Test
  void noClassUsesTheNetwork() {
    check(
        noClasses()
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(
                "io.netty..", "java.net..", "io.gigafs.index..", "io.gigafs.rpc.."));
  }

  @Test
  void storePackageExposesOneClass() {
    check(
        classes()
            .that()
            .resideInAPackage(ROOT + ".store")
            .and()
            .arePublic()
            .should()
            .haveSimpleName("Stores"));
  }

  @Test
  void packagesHaveNoCycles() {
    check(slices().assignedFrom(new ByPackage()).should().beFreeOfCycles());
  }

  private static final class ByPackage implements SliceAssignment {
    @Override
    public SliceIdentifier getIdentifierOf(JavaClass type) {
      return SliceIdentifier.of(type.getPackageName());
    }

    @Override
    public String getDescription() {
      return "packages";
    }
  }
}
