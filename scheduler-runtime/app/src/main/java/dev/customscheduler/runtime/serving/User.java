package dev.customscheduler.runtime.serving;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Who makes a request.
 *
 * @param name the user's name
 * @param uid empty where unknown
 * @param groups the groups
 * @param extra further fields, as the authenticator gave them
 */
record User(String name, String uid, List<String> groups, Map<String, List<String>> extra) {
    /** Who showed nothing. */
    static final User ANONYMOUS = new User("system:anonymous", "", List.of("system:unauthenticated"), Map.of());

    private static final String AUTHENTICATED = "system:authenticated";

    User {
        groups = List.copyOf(groups);
        extra = Map.copyOf(extra);
    }

    /** This user with the group that everybody who is known belongs to. */
    User authenticated() {
        if (groups.contains(AUTHENTICATED)) {
            return this;
        }
        List<String> more = new ArrayList<>(groups);
        more.add(AUTHENTICATED);
        return new User(name, uid, more, extra);
    }
}
