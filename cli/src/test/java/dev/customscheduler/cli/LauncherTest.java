package dev.customscheduler.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The launcher script, run by bash in a pretended checkout. */
class LauncherTest {
    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path folder;

    @SuppressWarnings("NullAway.Init")
    private Checkout checkout;

    @BeforeEach
    void makeCheckout() throws IOException {
        checkout = new Checkout(folder);
    }

    @Test
    void buildsOnceAndThenOnlyRuns() throws Exception {
        assertThat(checkout.run(List.of("FAKE_MAVEN_SECONDS=1"), "version").output())
                .contains("building, the first time", "[1/1] A module", "jdk 25");
        assertThat(checkout.run("version").output()).startsWith("jdk 25.0.3\n").doesNotContain("csched: ");
        assertThat(checkout.builds()).isEqualTo(1);
    }

    @Test
    void buildsAgainWhenASourceIsNewer() throws Exception {
        checkout.run("version");
        Checkout.touch(checkout.root.resolve("operator/app/src/main/java/A.java"));
        assertThat(checkout.run("version").output()).contains("sources have changed: building");
        assertThat(checkout.builds()).isEqualTo(2);
    }

    @Test
    void buildsAgainWhenAPomIsNewer() throws Exception {
        checkout.run("version");
        Checkout.touch(checkout.root.resolve("pom.xml"));
        checkout.run("version");
        assertThat(checkout.builds()).isEqualTo(2);
    }

    @Test
    void buildsAgainWhenASourceIsGone() throws Exception {
        checkout.run("version");
        Files.delete(checkout.root.resolve("crds/src/main/java/A.java"));
        Checkout.touch(checkout.root.resolve("crds/src/main/java"));
        checkout.run("version");
        assertThat(checkout.builds()).isEqualTo(2);
    }

    @Test
    void doesNotBuildForANewerTest() throws Exception {
        checkout.run("version");
        Checkout.touch(Files.writeString(checkout.root.resolve("cli/src/test/java/T.java"), "class T {}"));
        checkout.run("version");
        assertThat(checkout.builds()).isEqualTo(1);
    }

    @Test
    void runsOldBuildWhenToldNotToBuild() throws Exception {
        checkout.run("version");
        Checkout.touch(checkout.root.resolve("pom.xml"));
        assertThat(checkout.run(List.of("CSCHED_NO_BUILD=1"), "version").exit()).isZero();
        assertThat(checkout.builds()).isEqualTo(1);
    }

    @Test
    void saysWhenThereIsNothingToRunAndItMayNotBuild() throws Exception {
        Checkout.Result result = checkout.run(List.of("CSCHED_NO_BUILD=1"), "version");
        assertThat(result.exit()).isEqualTo(2);
        assertThat(result.output()).contains("nothing is built in", "CSCHED_NO_BUILD is set");
    }

    @Test
    void twoAtOnceBuildOnce() throws Exception {
        Process first = checkout.start(List.of("FAKE_MAVEN_SECONDS=2"), "version");
        Process second = checkout.start(List.of("FAKE_MAVEN_SECONDS=2"), "version");
        Checkout.Result one = Checkout.Result.of(first);
        Checkout.Result two = Checkout.Result.of(second);
        assertThat(one.output() + two.output()).containsOnlyOnce("waiting for another build");
        assertThat(List.of(one.exit(), two.exit())).containsOnly(0);
        assertThat(checkout.builds()).isEqualTo(1);
    }

    @Test
    void aKilledBuildersLockIsTakenOver() throws Exception {
        Process dead = new ProcessBuilder("true").start();
        dead.waitFor();
        Files.createDirectories(checkout.root.resolve(".csched"));
        Files.createSymbolicLink(checkout.root.resolve(".csched/lock"), Path.of(Long.toString(dead.pid())));
        assertThat(checkout.run("version").exit()).isZero();
        assertThat(Files.exists(checkout.root.resolve(".csched/lock"), LinkOption.NOFOLLOW_LINKS))
                .isFalse();
    }

    @Test
    void aFailedBuildShowsItsErrorsAndWhereTheLogIs() throws Exception {
        Checkout.Result result = checkout.run(List.of("FAKE_MAVEN_ERROR=A.java:[3,7] ';' expected"), "version");
        assertThat(result.exit()).isEqualTo(2);
        assertThat(result.output()).contains("A.java:[3,7] ';' expected", "the build failed", ".csched/build.log");
        assertThat(checkout.run("version").exit()).isZero();
    }

    @Test
    void saysThatMavenIsMissing() throws Exception {
        Checkout.Result result = checkout.run(List.of("MAVEN_CMD=no-such-maven"), "version");
        assertThat(result.exit()).isEqualTo(2);
        assertThat(result.output()).contains("Maven 3.8 or later is needed", "Install it");
    }

    @Test
    void passesArgumentsAndExitCodeAsTheyAre() throws Exception {
        Checkout.Result result = checkout.run(List.of("FAKE_EXIT=7"), "validate", "a b", "", "*", "-o", "json");
        assertThat(result.exit()).isEqualTo(7);
        assertThat(result.output()).endsWith("arg:validate\narg:a b\narg:\narg:*\narg:-o\narg:json\n");
    }

    @Test
    void startsWithTheCacheAndTellsTheJvmWhereTheHouseIs() throws Exception {
        assertThat(checkout.run("version").output())
                .contains(
                        "arg:-XX:AOTCache=" + checkout.root + "/cli/target/app/csched.aot",
                        "arg:-Dcsched.home=" + checkout.root,
                        "arg:-Dcsched.operator.lib=" + checkout.root + "/operator/app/target/app/lib",
                        "arg:-Dcsched.runtime.lib=" + checkout.root + "/scheduler-runtime/app/target/app/lib");
    }

    @Test
    void worksThroughASymbolicLink() throws Exception {
        Path link = Files.createSymbolicLink(folder.resolve("bin/kubectl-csched"), checkout.root.resolve("csched"));
        Process process = checkout.start(link, List.of(), "version");
        assertThat(Checkout.Result.of(process).output()).contains("arg:-Dcsched.home=" + checkout.root);
    }

    @Test
    void looksFurtherWhenJavaHomeIsAnOlderJdk() throws Exception {
        Path old = Checkout.jdk(folder.resolve("jdks/b-17"), "17.0.9");
        Checkout.jdk(folder.resolve("jdks/c-25"), "25");
        List<String> environment =
                List.of("JAVA_HOME=" + old, "CSCHED_JVM_DIR=" + folder.resolve("jdks"), "JAVA25_HOME=");
        assertThat(checkout.run(environment, "version").output()).contains("jdk 25");
    }

    @Test
    void findsTheJdkBehindTheJavaOfThePath() throws Exception {
        Path jdk = Checkout.jdk(folder.resolve("somewhere/else"), "25.0.1");
        Files.createSymbolicLink(folder.resolve("bin/java"), jdk.resolve("bin/java"));
        assertThat(checkout.run(List.of("JAVA_HOME="), "version").output()).contains("jdk 25.0.1");
    }

    @Test
    void saysWhatToDoWithoutAJdk25() throws Exception {
        Path jre = Checkout.jdk(folder.resolve("jdks/jre-25"), "25.0.1");
        Files.delete(jre.resolve("bin/javac"));
        Path newer = Checkout.jdk(folder.resolve("jdks/d-250"), "250.1");
        List<String> environment = List.of("JAVA_HOME=" + jre, "JAVA25_HOME=" + newer);
        Checkout.Result result = checkout.run(environment, "version");
        assertThat(result.exit()).isEqualTo(2);
        assertThat(result.output()).contains("no JDK 25 was found", "set JAVA_HOME");
        assertThat(checkout.builds()).isZero();
    }
}
