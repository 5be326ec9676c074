package dev.mcr;

import java.security.Provider;

/**
 * What {@code Provider.Service} remembers and shows: the first time that an object is made of a service, the provider
 * is asked whether it still has that service, and a provider of the program may do anything then. Whoever comes later
 * does not ask. So whether it has been asked is a matter of the service's version.
 *
 * <p>Providers of the JDK outlive executions, and nothing can be noticed when they are asked.
 */
public final class ProviderHooks {
    private ProviderHooks() {}

    private static boolean isOfProgram(Object service) {
        Provider provider = service == null ? null : ((Provider.Service) service).getProvider();
        return provider != null && ClassInfo.of(provider.getClass()).kind == ClassInfo.APPLICATION;
    }

    public static void beforeGetField(Object service, int site) {
        if (isOfProgram(service)) {
            JdkHooks.beforeGetField(service, site);
        }
    }

    public static void gotI(int v) {
        JdkHooks.gotI(v);
    }

    public static void beforePutFieldI(Object service, int v, int site) {
        if (isOfProgram(service)) {
            JdkHooks.beforePutFieldI(service, v, site);
        }
    }
}
