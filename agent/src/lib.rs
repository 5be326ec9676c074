//! The JVM agent.
