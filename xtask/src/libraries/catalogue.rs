//! The libraries and systems whose drivers are checked, with their coordinates on Maven Central.

/// A library, or several that are used together.
pub struct Library {
    /// The directory of its drivers in `testsuite`, within [`Library::kind`].
    pub name: &'static str,
    pub kind: Kind,
    /// `group:artifact:version`, the one that the table shows first. What they depend on comes with them, unless it
    /// ends in `@jar`. Empty for a system that is written in its directory.
    pub coordinates: &'static [&'static str],
}

/// How much of it is driven.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A few operations of two threads.
    Library,
    /// A real system, or one with bugs that are known, measured with several strategies (`cargo xtask systems`).
    System,
}

impl Kind {
    /// The directory in `testsuite`.
    pub fn directory(self) -> &'static str {
        match self {
            Self::Library => "libraries",
            Self::System => "systems",
        }
    }
}

impl Library {
    /// The version of the first artifact.
    pub fn version(&self) -> &'static str {
        self.coordinates.first().and_then(|first| first.rsplit(':').next()).unwrap_or("").trim_end_matches("@jar")
    }
}

/// A library by its name and coordinates.
pub const fn library(name: &'static str, coordinates: &'static [&'static str]) -> Library {
    Library { name, kind: Kind::Library, coordinates }
}

const fn system(name: &'static str, coordinates: &'static [&'static str]) -> Library {
    Library { name, kind: Kind::System, coordinates }
}

/// Every library and system, by name.
pub const LIBRARIES: &[Library] = &[
    system("agrona", &["org.agrona:agrona:1.21.1"]),
    library("bouncycastle", &["org.bouncycastle:bcprov-jdk18on:1.78.1"]),
    library("bytebuddy", &["net.bytebuddy:byte-buddy:1.14.18"]),
    library("cache2k", &["org.cache2k:cache2k-core:2.6.1.Final"]),
    system("caffeine", &["com.github.ben-manes.caffeine:caffeine:3.1.8"]),
    library("cglib", &["cglib:cglib:3.3.0"]),
    library("commons", &["org.apache.commons:commons-lang3:3.14.0", "org.apache.commons:commons-collections4:4.4"]),
    system("dbcp12", &["commons-dbcp:commons-dbcp:1.2", "commons-pool:commons-pool:1.2"]),
    library("dbcp2", &["org.apache.commons:commons-dbcp2:2.12.0", "com.h2database:h2:2.2.224"]),
    system("derby", &["org.apache.derby:derby:10.16.1.1"]),
    system("derby102", &["org.apache.derby:derby:10.2.2.0"]),
    system("derby108", &["org.apache.derby:derby:10.8.1.2"]),
    system("derbyclient108", &["org.apache.derby:derbyclient:10.8.2.2"]),
    system("disruptor", &["com.lmax:disruptor:3.4.4"]),
    library("eclipse", &["org.eclipse.collections:eclipse-collections:11.1.0"]),
    library("ehcache", &["net.sf.ehcache:ehcache:2.10.9.2", "org.slf4j:slf4j-nop:1.7.36"]),
    library("failsafe", &["dev.failsafe:failsafe:3.3.2"]),
    library("freemarker", &["org.freemarker:freemarker:2.3.33"]),
    system("groovy", &["org.apache.groovy:groovy:4.0.22"]),
    system(
        "groovy17",
        &["org.codehaus.groovy:groovy-all:1.7.9@jar", "org.apache.ant:ant:1.8.2@jar", "javax.servlet:servlet-api:2.5"],
    ),
    library("gson", &["com.google.code.gson:gson:2.11.0"]),
    library("grpc", &["io.grpc:grpc-inprocess:1.64.0", "io.grpc:grpc-stub:1.64.0"]),
    system("guava", &["com.google.guava:guava:33.2.1-jre"]),
    library("guice", &["com.google.inject:guice:7.0.0"]),
    system("h2", &["com.h2database:h2:2.2.224"]),
    system("h213", &["com.h2database:h2:1.3.173"]),
    library("hikaricp", &["com.zaxxer:HikariCP:5.1.0", "com.h2database:h2:2.2.224"]),
    system("hsqldb", &["org.hsqldb:hsqldb:2.7.2"]),
    library("httpcore", &["org.apache.httpcomponents:httpcore:4.4.16"]),
    library("jackson", &["com.fasterxml.jackson.core:jackson-databind:2.17.2"]),
    library("javassist", &["org.javassist:javassist:3.30.2-GA"]),
    system("jctools", &["org.jctools:jctools-core:4.0.5"]),
    library("jetty", &["org.eclipse.jetty:jetty-util:11.0.22", "org.slf4j:slf4j-nop:2.0.13"]),
    system("jigsaw", &["org.w3c.jigsaw:jigsaw:2.2.6"]),
    library("jna", &["net.java.dev.jna:jna:5.14.0"]),
    library("joda", &["joda-time:joda-time:2.12.7"]),
    library("jsoup", &["org.jsoup:jsoup:1.17.2"]),
    library("kafka", &["org.apache.kafka:kafka-clients:3.7.1"]),
    library("kotlin", &["org.jetbrains.kotlinx:kotlinx-coroutines-core-jvm:1.8.1"]),
    system("log4j1", &["log4j:log4j:1.2.17"]),
    system("log4j1213", &["log4j:log4j:1.2.13"]),
    system("log4j1215", &["log4j:log4j:1.2.15@jar"]),
    library("log4j2", &["org.apache.logging.log4j:log4j-core:2.23.1"]),
    library("logback", &["ch.qos.logback:logback-classic:1.5.6"]),
    library("lucene", &["org.apache.lucene:lucene-core:9.11.1"]),
    library("mapdb", &["org.mapdb:mapdb:3.0.10"]),
    library("micrometer", &["io.micrometer:micrometer-core:1.12.5"]),
    library("mockito", &["org.mockito:mockito-subclass:5.11.0"]),
    system(
        "netty",
        &[
            "io.netty:netty-common:4.1.111.Final",
            "io.netty:netty-buffer:4.1.111.Final",
            "io.netty:netty-transport:4.1.111.Final",
        ],
    ),
    library("okhttp", &["com.squareup.okhttp3:okhttp:4.12.0"]),
    system("pool12", &["commons-pool:commons-pool:1.2"]),
    system("pool14", &["commons-pool:commons-pool:1.4"]),
    system("pool15", &["commons-pool:commons-pool:1.5"]),
    library("quartz", &["org.quartz-scheduler:quartz:2.3.2", "org.slf4j:slf4j-nop:1.7.36"]),
    library("reactor", &["io.projectreactor:reactor-core:3.6.8"]),
    library("resilience4j", &["io.github.resilience4j:resilience4j-bulkhead:2.2.0", "org.slf4j:slf4j-nop:1.7.36"]),
    library("rxjava", &["io.reactivex.rxjava3:rxjava:3.1.8"]),
    library("scala", &["org.scala-lang:scala-library:2.13.14"]),
    library("snappy", &["org.xerial.snappy:snappy-java:1.1.10.5"]),
    system("spider", &[]),
    library("spring", &["org.springframework:spring-beans:6.1.11"]),
    library("sqlite", &["org.xerial:sqlite-jdbc:3.46.0.0", "org.slf4j:slf4j-nop:2.0.13"]),
    system("tomcat", &["org.apache.tomcat.embed:tomcat-embed-core:9.0.89", "org.apache.tomcat:tomcat-jdbc:9.0.89"]),
    library("vavr", &["io.vavr:vavr:0.10.4"]),
    library("velocity", &["org.apache.velocity:velocity-engine-core:2.3", "org.slf4j:slf4j-nop:1.7.36"]),
    library("vertx", &["io.vertx:vertx-core:4.5.9"]),
];
