package example;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mcr.junit.ConcurrencyTest;
import dev.mcr.junit.Explore;

/** Made once, when somebody asks for the first time; the second check is outside of the lock. */
class SettingsTest {
    private static final class Settings {
        private int timeout;

        Settings() {
            timeout = 30;
        }
    }

    private Settings settings;

    private Settings settings() {
        if (settings == null) {
            synchronized (this) {
                if (settings == null) {
                    settings = new Settings();
                }
            }
        }
        return settings;
    }

    /** Right under sequential consistency; with writes that arrive in another order it is not. */
    @ConcurrencyTest(memoryModel = "pso")
    void settingsAreWhole() throws Throwable {
        Explore.threads(() -> assertTrue(settings().timeout == 30), () -> assertTrue(settings().timeout == 30));
    }
}
