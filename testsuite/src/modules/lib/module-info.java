module lib {
    exports lib;
    provides lib.Service with lib.internal.Provider;
}
