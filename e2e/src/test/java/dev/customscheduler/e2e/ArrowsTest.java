package dev.customscheduler.e2e;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.properties.HasName.Predicates.name;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The arrows between the modules: runtime app to engine to framework and config; operator app to manifests to crds and
 * config; cli to manifests, engine and testbed. What scheduling decides and what the operator writes must be usable
 * without a cluster, so those modules never see a Kubernetes client.
 */
class ArrowsTest {
    private static final JavaClasses HOUSE = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages("dev.customscheduler");

    /** A module's package and the modules it may know, besides itself. */
    private record Module(String name, Set<String> mayKnow) {
        String packages() {
            return "dev.customscheduler." + name + "..";
        }

        @Override
        public String toString() {
            return name;
        }
    }

    private static final List<Module> MODULES = List.of(
            new Module("crds", Set.of()),
            new Module("config", Set.of()),
            new Module("framework", Set.of()),
            new Module("engine", Set.of("framework", "config")),
            new Module("runtime", Set.of("engine", "framework", "config")),
            new Module("manifests", Set.of("crds", "config")),
            new Module("operator", Set.of("manifests", "crds", "config")),
            new Module("testbed", Set.of()),
            new Module("cli", Set.of("manifests", "crds", "config", "engine", "framework", "testbed")));

    static List<Module> modules() {
        return MODULES;
    }

    @ParameterizedTest
    @MethodSource("modules")
    void isThere(Module module) {
        long classes = HOUSE.that(resideInAPackage(module.packages())).stream()
                .filter(type -> !type.getSimpleName().equals("package-info"))
                .count();
        assertThat(classes)
                .as("classes of " + module + " that the rules look at")
                .isPositive();
    }

    @ParameterizedTest
    @MethodSource("modules")
    void knowsOnlyWhatItsArrowsPointTo(Module module) {
        Set<String> forbidden = MODULES.stream()
                .filter(other -> !other.equals(module) && !module.mayKnow().contains(other.name()))
                .map(Module::packages)
                .collect(Collectors.toSet());
        noClasses()
                .that()
                .resideInAPackage(module.packages())
                .should()
                .dependOnClassesThat(resideInAnyPackage(forbidden.toArray(String[]::new)))
                .check(HOUSE);
    }

    /** The base class of generated resource types lives in the client's package, but talks to nobody. */
    private static DescribedPredicate<JavaClass> aClient() {
        return resideInAnyPackage("io.fabric8.kubernetes.client..", "io.kubernetes.client..", "io.javaoperatorsdk..")
                .and(DescribedPredicate.not(name("io.fabric8.kubernetes.client.CustomResource")))
                .as("belong to a client");
    }

    @ParameterizedTest
    @ValueSource(strings = {"framework", "config", "engine", "manifests"})
    void reachesNoCluster(String module) {
        noClasses()
                .that()
                .resideInAPackage("dev.customscheduler." + module + "..")
                .should()
                .dependOnClassesThat(aClient())
                .check(HOUSE);
    }
}
