package dev.customscheduler.config.validation;

import dev.customscheduler.config.Extender;
import dev.customscheduler.config.ExtenderManagedResource;
import dev.customscheduler.config.ExtenderTlsConfig;
import dev.customscheduler.config.decode.Findings;
import dev.customscheduler.config.tree.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Validates extenders, and what kube-scheduler finds when it makes their HTTP clients, as far as the document shows it
 * (files it does not show).
 */
final class ExtenderValidation {
    private final Findings findings;

    ExtenderValidation(Findings findings) {
        this.findings = findings;
    }

    void validate(Path path, List<Extender> extenders) {
        int binders = 0;
        Set<String> managed = new HashSet<>();
        for (int i = 0; i < extenders.size(); i++) {
            Extender extender = extenders.get(i);
            Path at = path.index(i);
            if (!extender.prioritizeVerb().isEmpty() && extender.weight() <= 0) {
                findings.error(at.child("weight"), "must be positive where prioritizeVerb is set; write 1 or more");
            }
            if (!extender.bindVerb().isEmpty() && ++binders > 1) {
                findings.error(at.child("bindVerb"), "only one extender can implement bind, and one before this does");
            }
            for (int j = 0; j < extender.managedResources().size(); j++) {
                managedResource(
                        at.child("managedResources").index(j).child("name"),
                        extender.managedResources().get(j),
                        managed);
            }
            Optional<ExtenderTlsConfig> tls = extender.tlsConfig();
            tls.ifPresent(config -> tls(at.child("tlsConfig"), config));
        }
    }

    private void managedResource(Path path, ExtenderManagedResource resource, Set<String> seen) {
        Optional<String> problem = KubernetesNames.qualifiedNameProblem(resource.name());
        if (problem.isPresent()) {
            findings.error(path, "is no resource name: " + problem.get());
        } else if (!KubernetesNames.isExtendedResource(resource.name())) {
            findings.error(
                    path,
                    "\"" + resource.name()
                            + "\" is no extended resource: it needs a domain that is not kubernetes.io, such as example.com/gpu");
        }
        if (!seen.add(resource.name())) {
            findings.error(path, "\"" + resource.name() + "\" is managed twice; remove one");
        }
    }

    private void tls(Path path, ExtenderTlsConfig tls) {
        boolean hasCa = !tls.caFile().isEmpty() || !tls.caData().isEmpty();
        if (hasCa && tls.insecure()) {
            findings.error(
                    path.child("insecure"),
                    "must not be true where a CA is given: nothing would be verified with it; remove one of them");
        }
        if (!tls.caData().isEmpty() && !Pem.hasCertificate(tls.caData())) {
            findings.error(path.child("caData"), "holds no PEM certificate");
        }
        if (!tls.certData().isEmpty() && !tls.keyData().isEmpty()) {
            if (!Pem.hasCertificate(tls.certData())) {
                findings.error(path.child("certData"), "holds no PEM certificate");
            }
            if (!Pem.hasPrivateKey(tls.keyData())) {
                findings.error(path.child("keyData"), "holds no PEM private key");
            }
        }
    }
}
