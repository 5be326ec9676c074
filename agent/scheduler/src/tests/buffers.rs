//! Store buffers: writes arrive later than they happen.
