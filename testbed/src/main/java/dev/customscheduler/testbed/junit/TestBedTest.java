package dev.customscheduler.testbed.junit;

import dev.customscheduler.testbed.TestBed;
import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * A test class that wants a {@link TestBed}: constructors and methods may take a {@code TestBed}, a
 * {@code KubernetesClient} of the administrator, and a {@code @Namespace String}.
 *
 * <p>Unless {@link #own} says otherwise all classes of a JVM share one test bed with every part (controller manager,
 * scheduler, kwok, audit log), started when the first test needs it and closed when the test run ends. Whoever shares
 * keeps to namespaces and names of its own, and removes its nodes.
 */
@Documented
@Inherited
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
@ExtendWith(TestBedExtension.class)
public @interface TestBedTest {
    /**
     * Configures a test bed for this class alone, closed after its last test. Needs a constructor without parameters.
     */
    Class<? extends UnaryOperator<TestBed.Builder>> own() default Shared.class;

    /** Stands for the test bed that all share. */
    final class Shared implements UnaryOperator<TestBed.Builder> {
        @Override
        public TestBed.Builder apply(TestBed.Builder builder) {
            return builder.controllerManager().scheduler().kwok().audit();
        }
    }

    /** An API server and kube-controller-manager, for this class alone. */
    final class ControllerManager implements UnaryOperator<TestBed.Builder> {
        @Override
        public TestBed.Builder apply(TestBed.Builder builder) {
            return builder.controllerManager();
        }
    }

    /** An API server and nothing else, for this class alone. */
    final class ApiServerOnly implements UnaryOperator<TestBed.Builder> {
        @Override
        public TestBed.Builder apply(TestBed.Builder builder) {
            return builder;
        }
    }
}
