//! Stub until the branch with the page is merged.
use super::*;
use crate::explore::Violation;
/// .
#[must_use]
pub fn render_failure(
    _: &Violation,
    _: &ViolationReport,
    _: &Symbols,
    _: MemoryModel,
    _: &[(String, String)],
) -> String {
    String::new()
}
