package dev.customscheduler.testbed;

import dev.customscheduler.testbed.node.LocalImage;
import dev.customscheduler.testbed.node.ProcessNode;
import io.fabric8.kubernetes.api.model.PodBuilder;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/** What {@link CrashTest} kills: a test bed with a node and a running pod that never closes anything. */
final class CrashingMain {
    private CrashingMain() {}

    public static void main(String[] arguments) throws InterruptedException {
        TestBed bed = TestBed.builder().start();
        ProcessNode node = bed.processNode("crash")
                .image("local/sleep", LocalImage.program(Path.of("/bin/sleep")))
                .start();
        String namespace = bed.newNamespace("crash");
        bed.client()
                .resource(new PodBuilder()
                        .withNewMetadata()
                        .withName("sleeper")
                        .withNamespace(namespace)
                        .endMetadata()
                        .withNewSpec()
                        .withNodeName("crash")
                        .withAutomountServiceAccountToken(false)
                        .addNewContainer()
                        .withName("main")
                        .withImage("local/sleep")
                        .withArgs("infinity")
                        .endContainer()
                        .endSpec()
                        .build())
                .create();
        bed.client()
                .pods()
                .inNamespace(namespace)
                .withName("sleeper")
                .waitUntilCondition(
                        p -> p != null && "Running".equals(p.getStatus().getPhase()), 30, TimeUnit.SECONDS);
        System.out.println("READY " + bed.directory() + " " + node.address());
        Thread.currentThread().join();
    }
}
