package dev.mcr;

/** What the rewritten string builders call. */
public final class BuilderHooks extends JdkHooks {
    private BuilderHooks() {}
}
