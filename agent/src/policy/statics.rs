//! State of the JDK behind its static methods and constructors, which all threads share: which calls use which state, and how
//! (`StaticStates.java`).

use super::calls::INVOKESTATIC;
use mcr_rewriter::policy::Call;

/// How a call uses a state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Use {
    /// It looks at it.
    Looks,
    /// It changes it, and may learn what it was.
    Changes,
    /// There is no state: the answer depends on the thread that makes the call.
    AsksWho,
    /// It changes what others may learn by no event: the words say what, for reports.
    Unseen,
}

impl Use {
    /// The character by which the Java runtime knows it.
    pub fn mark(self) -> char {
        match self {
            Use::Looks => '<',
            Use::Changes => '>',
            Use::AsksWho => '?',
            Use::Unseen => '!',
        }
    }
}

/// Whether a call is one of `Thread.currentThread()`, by whatever class it is named.
pub fn is_current_thread(call: &Call<'_>) -> bool {
    call.opcode == INVOKESTATIC && (call.name, call.descriptor) == ("currentThread", "()Ljava/lang/Thread;")
}

/// Methods of a class, with the state that they use and how.
type Row = (&'static str, &'static [&'static str], Use, &'static str);

use Use::{AsksWho, Changes, Looks, Unseen};

/// What public static methods of the JDK set for all threads, and who reads it; found with jdk_statics.py (docs/fresh-executions.md).
const TABLE: &[Row] = &[
    ("java/util/concurrent/ThreadLocalRandom", &["current"], AsksWho, WHO),
    (
        "java/util/concurrent/ForkJoinTask",
        &["inForkJoinPool", "getPool", "getQueuedTaskCount", "getSurplusQueuedTaskCount"],
        AsksWho,
        WHO,
    ),
    ("java/security/AccessController", &["getContext"], AsksWho, WHO),
    ("javax/security/auth/Subject", &["current", "getSubject"], AsksWho, WHO),
    ("java/util/random/RandomGenerator", &["of", "getDefault"], Changes, "random seeds"),
    ("java/lang/IO", &["readln"], Changes, "System.in"),
    ("java/security/Security", &["setProperty"], Changes, "security properties"),
    ("java/security/Security", &["getProperty"], Looks, "security properties"),
    ("java/security/Security", &["addProvider", "insertProviderAt", "removeProvider"], Changes, PROVIDERS),
    (
        "java/security/Security",
        &["getProviders", "getProvider", "getAlgorithms", "getAlgorithmProperty"],
        Looks,
        PROVIDERS,
    ),
    ("java/net/CookieHandler", &["setDefault"], Changes, "CookieHandler.cookieHandler"),
    ("java/net/CookieHandler", &["getDefault"], Looks, "CookieHandler.cookieHandler"),
    ("java/net/ProxySelector", &["setDefault"], Changes, "ProxySelector.theProxySelector"),
    ("java/net/ProxySelector", &["getDefault"], Looks, "ProxySelector.theProxySelector"),
    ("java/net/Authenticator", &["setDefault"], Changes, "Authenticator.theAuthenticator"),
    (
        "java/net/Authenticator",
        &["getDefault", "requestPasswordAuthentication"],
        Looks,
        "Authenticator.theAuthenticator",
    ),
    ("java/net/ResponseCache", &["setDefault"], Changes, "ResponseCache.theResponseCache"),
    ("java/net/ResponseCache", &["getDefault"], Looks, "ResponseCache.theResponseCache"),
    ("java/net/URL", &["setURLStreamHandlerFactory"], Changes, "URL.factory"),
    ("java/net/URL", &["<init>", "of"], Looks, "URL.factory"),
    ("java/net/URLConnection", &["setFileNameMap"], Changes, "URLConnection.fileNameMap"),
    ("java/net/URLConnection", &["getFileNameMap", "guessContentTypeFromName"], Looks, "URLConnection.fileNameMap"),
    ("java/net/URLConnection", &["setContentHandlerFactory"], Changes, "URLConnection.factory"),
    ("java/net/URLConnection", &["setDefaultUseCaches", "setDefaultAllowUserInteraction"], Changes, URL_DEFAULTS),
    ("java/net/URLConnection", &["getDefaultUseCaches", "getDefaultAllowUserInteraction"], Looks, URL_DEFAULTS),
    ("java/net/HttpURLConnection", &["setFollowRedirects"], Changes, "HttpURLConnection.followRedirects"),
    ("java/net/HttpURLConnection", &["getFollowRedirects"], Looks, "HttpURLConnection.followRedirects"),
    ("javax/net/ssl/HttpsURLConnection", &["setDefaultSSLSocketFactory", "setDefaultHostnameVerifier"], Changes, HTTPS),
    ("javax/net/ssl/HttpsURLConnection", &["getDefaultSSLSocketFactory", "getDefaultHostnameVerifier"], Looks, HTTPS),
    ("javax/net/ssl/SSLContext", &["setDefault"], Changes, "SSLContext.defaultContext"),
    ("javax/net/ssl/SSLContext", &["getDefault"], Looks, "SSLContext.defaultContext"),
    ("javax/net/ssl/SSLSocketFactory", &["getDefault"], Looks, "SSLContext.defaultContext"),
    ("javax/net/ssl/SSLServerSocketFactory", &["getDefault"], Looks, "SSLContext.defaultContext"),
    ("java/net/Socket", &["setSocketImplFactory"], Changes, "Socket.factory"),
    ("java/net/Socket", &["<init>"], Looks, "Socket.factory"),
    ("java/net/ServerSocket", &["setSocketFactory"], Changes, "ServerSocket.factory"),
    ("java/net/ServerSocket", &["<init>"], Looks, "ServerSocket.factory"),
    ("java/net/DatagramSocket", &["setDatagramSocketImplFactory"], Changes, "DatagramSocket.factory"),
    ("java/net/DatagramSocket", &["<init>"], Looks, "DatagramSocket.factory"),
    ("java/security/Policy", &["setPolicy"], Changes, "Policy.policyInfo"),
    ("java/security/Policy", &["getPolicy"], Looks, "Policy.policyInfo"),
    ("java/lang/System", &["setSecurityManager"], Changes, "System.security"),
    ("java/lang/System", &["getSecurityManager"], Looks, "System.security"),
    ("javax/security/auth/login/Configuration", &["setConfiguration"], Changes, "Configuration.configuration"),
    ("javax/security/auth/login/Configuration", &["getConfiguration"], Looks, "Configuration.configuration"),
    ("javax/security/auth/Policy", &["setPolicy"], Changes, "Policy.policy"),
    ("javax/security/auth/Policy", &["getPolicy"], Looks, "Policy.policy"),
    ("java/io/ObjectInputFilter$Config", &["setSerialFilter", "setSerialFilterFactory"], Changes, FILTERS),
    ("java/io/ObjectInputFilter$Config", &["getSerialFilter", "getSerialFilterFactory"], Looks, FILTERS),
    ("java/io/ObjectInputStream", &["<init>"], Looks, FILTERS),
    ("java/beans/Introspector", &["setBeanInfoSearchPath"], Changes, BEAN_SEARCH),
    ("java/beans/Introspector", &["getBeanInfoSearchPath", "getBeanInfo"], Looks, BEAN_SEARCH),
    ("java/beans/PropertyEditorManager", &["registerEditor", "setEditorSearchPath"], Changes, EDITORS),
    ("java/beans/PropertyEditorManager", &["findEditor", "getEditorSearchPath"], Looks, EDITORS),
    ("java/beans/Beans", &["setDesignTime", "setGuiAvailable"], Changes, "Beans"),
    ("java/beans/Beans", &["isDesignTime", "isGuiAvailable"], Looks, "Beans"),
    ("java/sql/DriverManager", &["setLoginTimeout", "setLogWriter", "setLogStream"], Changes, "DriverManager"),
    ("java/sql/DriverManager", &["registerDriver", "deregisterDriver"], Changes, "DriverManager"),
    ("java/sql/DriverManager", &["getLoginTimeout", "getLogWriter", "getLogStream", "println"], Looks, "DriverManager"),
    ("java/sql/DriverManager", &["getDrivers", "drivers", "getDriver", "getConnection"], Looks, "DriverManager"),
    ("javax/sql/rowset/spi/SyncFactory", &["registerProvider", "unregisterProvider"], Changes, "SyncFactory"),
    ("javax/sql/rowset/spi/SyncFactory", &["setLogger", "setJNDIContext"], Changes, "SyncFactory"),
    ("javax/sql/rowset/spi/SyncFactory", &["getInstance", "getRegisteredProviders", "getLogger"], Looks, "SyncFactory"),
    ("javax/imageio/ImageIO", &["setUseCache", "setCacheDirectory"], Changes, "ImageIO.cacheInfo"),
    ("javax/imageio/ImageIO", &["getUseCache", "getCacheDirectory", "read", "write"], Looks, "ImageIO.cacheInfo"),
    ("javax/imageio/ImageIO", &["createImageInputStream", "createImageOutputStream"], Looks, "ImageIO.cacheInfo"),
    (
        "javax/management/MBeanServerFactory",
        &["createMBeanServer", "releaseMBeanServer"],
        Changes,
        "MBeanServerFactory",
    ),
    ("javax/management/MBeanServerFactory", &["findMBeanServer"], Looks, "MBeanServerFactory"),
    ("javax/naming/spi/NamingManager", &["setInitialContextFactoryBuilder"], Changes, NAMING),
    ("javax/naming/spi/NamingManager", &["setObjectFactoryBuilder"], Changes, NAMING),
    ("javax/naming/spi/NamingManager", &["hasInitialContextFactoryBuilder", "getInitialContext"], Looks, NAMING),
    ("javax/naming/InitialContext", &["<init>", "doLookup"], Looks, NAMING),
    ("java/util/logging/Level", &["<init>"], Changes, "levels"),
    ("java/util/logging/Level", &["parse"], Looks, "levels"),
    ("java/rmi/server/RMISocketFactory", &["setSocketFactory", "setFailureHandler"], Changes, "RMISocketFactory"),
    ("java/rmi/server/RMISocketFactory", &["getSocketFactory", "getFailureHandler"], Looks, "RMISocketFactory"),
    ("java/rmi/server/LogStream", &["setDefaultStream"], Changes, "LogStream.defaultStream"),
    ("java/rmi/server/LogStream", &["getDefaultStream", "log"], Looks, "LogStream.defaultStream"),
    ("java/time/zone/ZoneRulesProvider", &["registerProvider", "refresh"], Changes, "ZoneRulesProvider"),
    (
        "java/time/zone/ZoneRulesProvider",
        &["getAvailableZoneIds", "getRules", "getVersions"],
        Looks,
        "ZoneRulesProvider",
    ),
    ("java/rmi/server/RemoteServer", &["setLog"], Changes, "RemoteServer.log"),
    ("java/rmi/server/RemoteServer", &["getLog"], Looks, "RemoteServer.log"),
    ("java/util/prefs/Preferences", &["importPreferences"], Unseen, "nodes of Preferences that are imported"),
    (
        "javax/swing/UIManager",
        &["put", "setLookAndFeel", "installLookAndFeel", "addAuxiliaryLookAndFeel", "removeAuxiliaryLookAndFeel"],
        Unseen,
        "defaults of javax.swing.UIManager",
    ),
];

const WHO: &str = "the running thread";
const PROVIDERS: &str = "security providers";
const URL_DEFAULTS: &str = "defaults of URLConnection";
const HTTPS: &str = "defaults of HttpsURLConnection";
const FILTERS: &str = "ObjectInputFilter.Config";
const BEAN_SEARCH: &str = "Introspector.beanInfoSearchPath";
const EDITORS: &str = "PropertyEditorManager";
const NAMING: &str = "NamingManager";

/// Services that are looked for among the security providers.
const SERVICES: &[&str] = &[
    "java/security/AlgorithmParameterGenerator",
    "java/security/AlgorithmParameters",
    "java/security/KeyFactory",
    "java/security/KeyPairGenerator",
    "java/security/KeyStore",
    "java/security/MessageDigest",
    "java/security/SecureRandom",
    "java/security/Signature",
    "java/security/cert/CertPathBuilder",
    "java/security/cert/CertPathValidator",
    "java/security/cert/CertStore",
    "java/security/cert/CertificateFactory",
    "javax/crypto/Cipher",
    "javax/crypto/KeyAgreement",
    "javax/crypto/KeyGenerator",
    "javax/crypto/Mac",
    "javax/crypto/SecretKeyFactory",
    "javax/net/ssl/KeyManagerFactory",
    "javax/net/ssl/SSLContext",
    "javax/net/ssl/TrustManagerFactory",
];

/// The state that a call of a static method or constructor uses, and how.
pub fn used(owner: &str, name: &str, descriptor: &str) -> Option<(Use, &'static str)> {
    if (name, descriptor) == ("currentThread", "()Ljava/lang/Thread;") {
        return Some((AsksWho, WHO));
    }
    if matches!(name, "getInstance" | "getInstanceStrong") && SERVICES.contains(&owner) {
        return Some((Looks, PROVIDERS));
    }
    let row = TABLE.iter().find(|(class, methods, ..)| *class == owner && methods.contains(&name));
    row.map(|(.., used, state)| (*used, *state))
}
