//! A cursor over bytes that never reads past the end.

use crate::error::RewriteError;

/// What is left to read.
#[derive(Clone, Debug)]
pub(crate) struct Reader<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl<'a> Reader<'a> {
    pub(crate) fn new(bytes: &'a [u8]) -> Self {
        Self { bytes, at: 0 }
    }

    /// How many bytes have been read.
    pub(crate) fn position(&self) -> usize {
        self.at
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.at == self.bytes.len()
    }

    pub(crate) fn take(&mut self, length: usize) -> Result<&'a [u8], RewriteError> {
        let end = self.at.checked_add(length).ok_or(RewriteError::Truncated)?;
        let taken = self.bytes.get(self.at..end).ok_or(RewriteError::Truncated)?;
        self.at = end;
        Ok(taken)
    }

    /// The bytes between a former position and this one.
    pub(crate) fn since(&self, position: usize) -> &'a [u8] {
        self.bytes.get(position..self.at).unwrap_or_default()
    }

    pub(crate) fn u1(&mut self) -> Result<u8, RewriteError> {
        self.array().map(|[byte]| byte)
    }

    pub(crate) fn u2(&mut self) -> Result<u16, RewriteError> {
        self.array().map(u16::from_be_bytes)
    }

    pub(crate) fn u4(&mut self) -> Result<u32, RewriteError> {
        self.array().map(u32::from_be_bytes)
    }

    pub(crate) fn i2(&mut self) -> Result<i16, RewriteError> {
        self.array().map(i16::from_be_bytes)
    }

    pub(crate) fn i4(&mut self) -> Result<i32, RewriteError> {
        self.array().map(i32::from_be_bytes)
    }

    pub(crate) fn i8(&mut self) -> Result<i64, RewriteError> {
        self.array().map(i64::from_be_bytes)
    }

    fn array<const N: usize>(&mut self) -> Result<[u8; N], RewriteError> {
        self.take(N)?.try_into().map_err(|_| RewriteError::Truncated)
    }
}

/// Writes the numbers of a class file, which are big-endian.
pub(crate) trait Write {
    fn u1(&mut self, value: u8);
    fn u2(&mut self, value: u16);
    fn u4(&mut self, value: u32);
}

impl Write for Vec<u8> {
    fn u1(&mut self, value: u8) {
        self.push(value);
    }

    fn u2(&mut self, value: u16) {
        self.extend_from_slice(&value.to_be_bytes());
    }

    fn u4(&mut self, value: u32) {
        self.extend_from_slice(&value.to_be_bytes());
    }
}
