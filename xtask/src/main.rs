//! Build and test driver.

fn main() {}
