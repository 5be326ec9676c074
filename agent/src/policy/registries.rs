//! Classes of the JDK whose static fields hold what a program registers, sets or leaves in a cache: each execution finds them as they were
//! when they had been initialised (`Registries.java`, docs/fresh-executions.md).

/// The hooks around their static initialisers, and the class that has these.
pub const INITIALISER: (&str, &str) = ("initialiserEnter", "initialiserExit");
pub const HOOKS: &str = "dev/mcr/Registries";

/// Packages whose classes are such, with those below them.
const PACKAGES: [&str; 33] = [
    "java/beans/",
    "java/lang/management/",
    "java/net/",
    "java/rmi/",
    "java/security/",
    "java/sql/",
    "java/text/",
    "java/util/logging/",
    "java/util/prefs/",
    "java/util/spi/",
    "javax/crypto/",
    "javax/imageio/",
    "javax/management/",
    "javax/naming/",
    "javax/net/",
    "javax/script/",
    "javax/security/",
    "javax/sql/",
    "javax/xml/",
    "com/sun/beans/",
    "com/sun/jmx/",
    "com/sun/jndi/",
    "com/sun/naming/",
    "sun/management/",
    "com/sun/management/",
    "sun/net/www/",
    "sun/rmi/",
    "sun/security/jca/",
    "sun/util/logging/",
    "jdk/internal/logger/",
    "jdk/management/jfr/",
    "jdk/random/",
    "jdk/xml/",
];

/// Whether the static fields of a class of the JDK are put back before each execution.
pub fn is_registry(name: &str) -> bool {
    if PACKAGES.iter().any(|package| name.starts_with(package)) {
        return true;
    }
    let outer = name.split('$').next().unwrap_or(name);
    matches!(
        outer,
        "java/io/DeleteOnExitHook"
            | "java/io/ObjectInputFilter"
            | "java/lang/IO"
            | "java/nio/charset/Charset"
            | "java/nio/file/spi/FileSystemProvider"
            | "java/time/chrono/AbstractChronology"
            | "java/time/zone/ZoneRulesProvider"
            | "java/util/ResourceBundle"
            | "java/util/PropertyResourceBundle"
            | "java/util/ListResourceBundle"
            | "java/util/zip/ZipFile"
    )
}
