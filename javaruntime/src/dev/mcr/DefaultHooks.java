package dev.mcr;

/**
 * What methods of the JDK that use defaults call at their start: see {@link Defaults}, {@link Loggers}. The JVM calls them
 * long before the first execution.
 */
public final class DefaultHooks {
    private DefaultHooks() {}

    public static void authenticatorAsked() {
        look("Authenticator.theAuthenticator");
    }

    public static void redirectsAsked() {
        look("HttpURLConnection.followRedirects");
    }

    public static void proxySelectorAsked() {
        look("ProxySelector.theProxySelector");
    }

    public static void handlerFactoryAsked() {
        look("URL.factory");
    }

    public static void connectionsAsked() {
        look("defaults of URLConnection");
    }

    public static void connectionsSet() {
        set("defaults of URLConnection");
    }

    public static void fileNameMapAsked() {
        look("URLConnection.fileNameMap");
    }

    public static void contentFactoryAsked() {
        look("URLConnection.factory");
    }

    public static void securityAsked() {
        look("defaults of HttpsURLConnection");
    }

    public static void cookiesAndCacheAsked() {
        look("CookieHandler.cookieHandler");
        look("ResponseCache.theResponseCache");
    }

    public static void memoryVerboseAsked() {
        look(Defaults.MEMORY_VERBOSE);
    }

    public static void memoryVerboseSet() {
        set(Defaults.MEMORY_VERBOSE);
    }

    public static void loadingVerboseAsked() {
        look(Defaults.LOADING_VERBOSE);
    }

    public static void loadingVerboseSet() {
        set(Defaults.LOADING_VERBOSE);
    }

    public static void classesChange() {
        JavaAgents.classesChange(Hooks.self());
    }

    public static void agentAttached() {
        JavaAgents.attached();
    }

    public static void loggerAdded(Object manager, java.util.logging.Logger logger) {
        Loggers.isAdded(manager, logger);
    }

    public static void loggerAsked(Object logger) {
        Loggers.look();
    }

    public static void handlerAsked(Object handler) {
        Loggers.lookAt(handler);
    }

    public static void loggerNamesAsked(Object manager) {
        Loggers.namesAreAsked(manager);
    }

    public static void recordMade() {
        if (Unseen.mayBeNoted()) {
            Defaults.happens(Defaults.RECORD_NUMBERS);
        }
    }

    public static void recordNumberAsked() {
        Control me = Hooks.self();
        if (me != null) {
            Defaults.isAskedLater(me, Defaults.RECORD_NUMBERS);
        }
    }

    public static void bundleAsked(Module caller, Module module, String name, java.util.Locale locale, Object control) {
        Bundles.isAsked(module);
    }

    public static void bundleAsked(Object key, Object control) {
        Bundles.isLookedUp(key);
    }

    public static void bundleKept(Object key, java.util.ResourceBundle bundle, Object control) {
        Bundles.isKept(key, bundle);
    }

    public static void moduleChanges(Object module) {
        ModuleChanges.happen((Module) module);
    }

    public static void bundlesForgotten() {
        set(Bundles.CACHE);
    }

    private static void look(String state) {
        if (Unseen.mayBeNoted()) {
            Defaults.look(state);
        }
    }

    private static void set(String state) {
        if (Unseen.mayBeNoted()) {
            Defaults.set(state);
        }
    }
}
