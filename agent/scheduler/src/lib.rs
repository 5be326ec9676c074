//! Decides which thread of the program goes on.
