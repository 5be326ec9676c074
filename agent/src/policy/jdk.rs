//! Which names of classes are the JDK's. Libraries bring classes of names that begin as those of the JDK do (`javax.inject`, `com.sun.jna`,
//! `javax.xml.bind`), so it is packages that count. (A library that brings classes of the
//! very packages that are the JDK's, `org.w3c.dom` in xml-apis.jar, is not asked for them: the loader of the class
//! path knows whose a package is. Only a loader
//! of the program's own that does not ask others first defines such a class; it is then one that is not rewritten.)
//! Packages of JDK 17 to 25; whatever is added later in `java`, `jdk` and `sun` is covered.

/// Packages (internal names) that belong to the JDK with all that is below them.
const TREES: [&str; 62] = [
    "com/sun/accessibility",
    "com/sun/beans",
    "com/sun/crypto/provider",
    "com/sun/imageio/plugins",
    "com/sun/imageio/spi",
    "com/sun/imageio/stream",
    "com/sun/jarsigner",
    "com/sun/java",
    "com/sun/java_cup",
    "com/sun/jdi",
    "com/sun/jmx/defaults",
    "com/sun/jmx/interceptor",
    "com/sun/jmx/mbeanserver",
    "com/sun/jmx/remote",
    "com/sun/jndi/dns",
    "com/sun/jndi/ldap",
    "com/sun/jndi/rmi",
    "com/sun/jndi/toolkit",
    "com/sun/jndi/url",
    "com/sun/management",
    "com/sun/media/sound",
    "com/sun/naming",
    "com/sun/nio",
    "com/sun/org/apache",
    "com/sun/org/slf4j",
    "com/sun/rowset",
    "com/sun/security",
    "com/sun/source",
    "com/sun/swing",
    "com/sun/tools/attach",
    "com/sun/tools/classfile",
    "com/sun/tools/doclint",
    "com/sun/tools/example",
    "com/sun/tools/javac",
    "com/sun/tools/javap",
    "com/sun/tools/jconsole",
    "com/sun/tools/jdeprscan",
    "com/sun/tools/jdeps",
    "com/sun/tools/jdi",
    "com/sun/tools/jnativescan",
    "com/sun/tools/script",
    "com/sun/tools/sjavac",
    "com/sun/xml/internal",
    "javax/accessibility",
    "javax/crypto",
    "javax/imageio",
    "javax/lang/model",
    "javax/naming",
    "javax/net",
    "javax/print",
    "javax/script",
    "javax/smartcardio",
    "javax/sound",
    "javax/sql",
    "javax/swing",
    "javax/tools",
    "javax/xml/crypto",
    "javax/xml/stream",
    "javax/xml/transform",
    "netscape/javascript",
    "org/ietf/jgss",
    "org/jcp/xml/dsig",
];

/// Packages (internal names) that belong to the JDK, though others below them need not.
const PACKAGES: [&str; 41] = [
    "javax/annotation/processing",
    "javax/management",
    "javax/management/loading",
    "javax/management/modelmbean",
    "javax/management/monitor",
    "javax/management/openmbean",
    "javax/management/relation",
    "javax/management/remote",
    "javax/management/remote/rmi",
    "javax/management/timer",
    "javax/rmi/ssl",
    "javax/security/auth",
    "javax/security/auth/callback",
    "javax/security/auth/kerberos",
    "javax/security/auth/login",
    "javax/security/auth/spi",
    "javax/security/auth/x500",
    "javax/security/cert",
    "javax/security/sasl",
    "javax/transaction/xa",
    "javax/xml",
    "javax/xml/catalog",
    "javax/xml/datatype",
    "javax/xml/namespace",
    "javax/xml/parsers",
    "javax/xml/validation",
    "javax/xml/xpath",
    "org/w3c/dom",
    "org/w3c/dom/bootstrap",
    "org/w3c/dom/css",
    "org/w3c/dom/events",
    "org/w3c/dom/html",
    "org/w3c/dom/ls",
    "org/w3c/dom/ranges",
    "org/w3c/dom/stylesheets",
    "org/w3c/dom/traversal",
    "org/w3c/dom/views",
    "org/w3c/dom/xpath",
    "org/xml/sax",
    "org/xml/sax/ext",
    "org/xml/sax/helpers",
];

/// Packages (internal names) of modules that come with the JDK, but are libraries built on sockets, pools and collections, of which nothing else
/// in the JDK knows: they are loaded as modules of the program are (`ProgramModules.java`).
const LIBRARIES: [&str; 4] = ["com/sun/net/httpserver", "java/net/http", "jdk/internal/net/http", "sun/net/httpserver"];

/// Whether a class is of a library that comes with the JDK.
pub fn is_library_of_jdk(name: &str) -> bool {
    name.rsplit_once('/').is_some_and(|(package, _)| LIBRARIES.iter().any(|tree| is_below(package, tree)))
}

fn is_below(package: &str, tree: &str) -> bool {
    package.strip_prefix(tree).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}

/// Whether a class (internal name) belongs to the JDK, by its name, and is not of a library that is loaded as the program's classes are.
pub fn is_jdk_name(name: &str) -> bool {
    if is_library_of_jdk(name) {
        return false;
    }
    if ["java/", "jdk/", "sun/"].iter().any(|start| name.starts_with(start)) {
        return true;
    }
    if !["javax/", "com/sun/", "netscape/", "org/"].iter().any(|start| name.starts_with(start)) {
        return false;
    }
    let Some((package, _)) = name.rsplit_once('/') else { return false };
    PACKAGES.contains(&package) || TREES.iter().any(|tree| is_below(package, tree))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn packages_of_the_jdk_are_told_from_those_of_libraries() {
        let jdk = [
            "java/lang/String",
            "java/util/concurrent/locks/Lock",
            "java/net/HttpURLConnection",
            "javax/xml/XMLConstants",
            "javax/xml/parsers/SAXParser",
            "javax/security/auth/Subject",
            "javax/sql/rowset/spi/SyncFactory",
            "com/sun/org/apache/xerces/internal/jaxp/SAXParserImpl",
            "com/sun/tools/javac/Main",
            "org/w3c/dom/Element",
            "org/xml/sax/helpers/AttributesImpl",
            "sun/misc/Unsafe",
            "jdk/internal/misc/Unsafe",
        ];
        let libraries = [
            "javax/inject/Inject",
            "javax/servlet/http/HttpServlet",
            "javax/xml/bind/JAXBContext",
            "javax/security/auth/message/AuthException",
            "javax/transaction/UserTransaction",
            "javax/management/j2ee/Management",
            "javaxx/swing/Panel",
            "com/sun/jna/Native",
            "com/sun/xml/bind/v2/ContextFactory",
            "com/sun/tools/xjc/Driver",
            "com/sunny/Day",
            "org/w3c/dom/svg/SVGElement",
            "org/xml/saxon/Reader",
            "com/sun/net/httpserver/spi/HttpServerProvider",
            "sun/net/httpserver/ServerImpl$Dispatcher",
            "java/net/http/HttpClient",
            "jdk/internal/net/http/HttpClientImpl$SelectorManager",
            "javassist/ClassPool",
            "Main",
        ];
        assert!(jdk.iter().all(|name| is_jdk_name(name)));
        assert_eq!(libraries.iter().find(|name| is_jdk_name(name)), None);
    }
}
