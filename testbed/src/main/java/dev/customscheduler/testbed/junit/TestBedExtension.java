package dev.customscheduler.testbed.junit;

import dev.customscheduler.testbed.TestBed;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.lang.reflect.Parameter;
import java.util.Locale;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.StoreScope;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolutionException;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.junit.platform.commons.support.AnnotationSupport;
import org.junit.platform.commons.support.ReflectionSupport;

/** Resolves what {@link TestBedTest} promises. */
public final class TestBedExtension implements ParameterResolver {
    private static final ExtensionContext.Namespace STORE = ExtensionContext.Namespace.create(TestBedExtension.class);

    /** Deleted, without waiting for it, when its test is over. */
    private record TestNamespace(KubernetesClient client, String name) implements AutoCloseable {
        @Override
        public void close() {
            client.namespaces().withName(name).delete();
        }
    }

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
        Class<?> type = parameter.getParameter().getType();
        return type == TestBed.class || type == KubernetesClient.class || isNamespace(parameter.getParameter());
    }

    private static boolean isNamespace(Parameter parameter) {
        return parameter.getType() == String.class && parameter.isAnnotationPresent(Namespace.class);
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
        TestBed bed = testBed(context);
        if (isNamespace(parameter.getParameter())) {
            String prefix = context.getRequiredTestClass().getSimpleName().toLowerCase(Locale.ROOT);
            TestNamespace namespace = new TestNamespace(bed.client(), bed.newNamespace(prefix));
            context.getStore(STORE).put(namespace, namespace);
            return namespace.name();
        }
        return parameter.getParameter().getType() == TestBed.class ? bed : bed.client();
    }

    private static TestBed testBed(ExtensionContext context) {
        Class<?> test = context.getRequiredTestClass();
        TestBedTest wish = AnnotationSupport.findAnnotation(test, TestBedTest.class)
                .orElseThrow(() -> new ParameterResolutionException(test.getName() + " lacks @TestBedTest"));
        if (wish.own() == TestBedTest.Shared.class) {
            return context.getStore(StoreScope.LAUNCHER_SESSION, STORE)
                    .computeIfAbsent(TestBed.class, _ -> start(TestBedTest.Shared.class), TestBed.class);
        }
        // The shared one is in a store above this, which a lookup by the same key would find.
        return classContext(context).getStore(STORE).computeIfAbsent(test, _ -> start(wish.own()), TestBed.class);
    }

    private static ExtensionContext classContext(ExtensionContext context) {
        ExtensionContext at = context;
        while (at.getTestMethod().isPresent()) {
            at = at.getParent().orElseThrow();
        }
        return at;
    }

    private static TestBed start(Class<? extends UnaryOperator<TestBed.Builder>> wish) {
        UnaryOperator<TestBed.Builder> configure = ReflectionSupport.newInstance(wish);
        return configure.apply(TestBed.builder()).start();
    }
}
