module app {
    requires lib;
    requires auto;
    uses lib.Service;
    opens app.open to lib;
}
