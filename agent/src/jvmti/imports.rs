//! What loaded libraries import: in a table of a library there is an address for each function of another one that it calls, and the dynamic linker has
//! filled it in. Here some are replaced.
//!
//! Invariant: a table is looked at while the dynamic linker's lock is held, so its library is mapped.

use libc::{Elf64_Sym, PT_DYNAMIC, PT_LOAD, dl_phdr_info};
use std::ffi::{CStr, c_char, c_int, c_void};
use std::mem::size_of;
use std::ops::Range;

/// A library that is loaded.
pub struct Object<'a> {
    pub name: &'a CStr,
    /// What was added to the addresses in its file.
    pub base: usize,
    /// Where it is mapped.
    pub range: Range<usize>,
    dynamic: usize,
}

/// An entry of the dynamic section (System V ABI, "Dynamic Section").
#[repr(C)]
#[derive(Clone, Copy)]
struct Entry {
    tag: i64,
    value: usize,
}

/// A relocation (System V ABI, "Relocation").
#[repr(C)]
#[derive(Clone, Copy)]
struct Relocation {
    offset: usize,
    info: u64,
    addend: i64,
}

const PLT_BYTES: i64 = 2;
const STRINGS: i64 = 5;
const SYMBOLS: i64 = 6;
const RELOCATIONS: i64 = 7;
const RELOCATION_BYTES: i64 = 8;
const RUN_PATHS: [i64; 2] = [15, 29];
const PLT: i64 = 23;
/// How many relocations at the start name no symbol.
const RELATIVE: i64 = 0x6fff_fff9;

/// Types of relocations whose place holds the address of a symbol: `R_X86_64_64`, `_GLOB_DAT`, `_JUMP_SLOT`.
const ADDRESSES: [u32; 3] = [1, 6, 7];

/// Calls a function for each library that is loaded.
pub fn each_object<F: FnMut(&Object<'_>)>(mut visit: F) {
    unsafe extern "C" fn call<F: FnMut(&Object<'_>)>(info: *mut dl_phdr_info, _: usize, data: *mut c_void) -> c_int {
        // SAFETY: `dl_iterate_phdr` passes a description of a library and what it was given, which is the function below.
        let (info, visit) = unsafe { (&*info, &mut *data.cast::<F>()) };
        // SAFETY: the name and the headers are those of a library that stays while this runs.
        let (name, headers) = unsafe {
            (CStr::from_ptr(info.dlpi_name), std::slice::from_raw_parts(info.dlpi_phdr, usize::from(info.dlpi_phnum)))
        };
        #[expect(clippy::cast_possible_truncation, reason = "the library is mapped, in 64 bits")]
        let (base, at) = (info.dlpi_addr as usize, |word: u64| (info.dlpi_addr + word) as usize);
        let end = headers.iter().filter(|h| h.p_type == PT_LOAD).map(|h| at(h.p_vaddr + h.p_memsz)).max();
        let dynamic = headers.iter().find(|h| h.p_type == PT_DYNAMIC).map(|h| at(h.p_vaddr));
        if let (Some(end), Some(dynamic)) = (end, dynamic) {
            visit(&Object { name, base, range: base..end, dynamic });
        }
        0
    }
    // SAFETY: `call` takes what is passed for what it is, and nobody keeps it.
    unsafe { libc::dl_iterate_phdr(Some(call::<F>), (&raw mut visit).cast()) };
}

impl Object<'_> {
    /// Where libraries that it asks for are looked for depends on who asks.
    pub fn has_run_path(&self) -> bool {
        self.entries().any(|entry| RUN_PATHS.contains(&entry.tag))
    }

    /// Asks for each function that the library imports by what to replace it.
    pub fn replace_imports(&self, mut by: impl FnMut(&[u8]) -> Option<usize>) {
        for (place, name) in self.imports() {
            if let Some(function) = by(name.to_bytes()) {
                put(place, function);
            }
        }
    }

    /// Whether it imports a function of this name.
    pub fn imports_any(&self, names: &[&str]) -> bool {
        self.imports().any(|(_, name)| names.iter().any(|wanted| wanted.as_bytes() == name.to_bytes()))
    }

    /// The places of addresses that others define, and their names.
    fn imports(&self) -> impl Iterator<Item = (usize, &CStr)> {
        let [plt, plt_bytes, strings, symbols, relocations, bytes, relative] =
            [PLT, PLT_BYTES, STRINGS, SYMBOLS, RELOCATIONS, RELOCATION_BYTES, RELATIVE].map(|tag| self.entry(tag));
        let skipped = if bytes == 0 { 0 } else { relative * size_of::<Relocation>() };
        let all = [
            self.address(plt)..self.address(plt) + plt_bytes,
            self.address(relocations) + skipped..self.address(relocations) + bytes,
        ];
        let (strings, symbols) = (self.address(strings), self.address(symbols));
        all.into_iter().flat_map(|range| range.step_by(size_of::<Relocation>())).filter_map(move |at| {
            // SAFETY: the dynamic section says that a relocation is here.
            let relocation = unsafe { *pointer::<Relocation>(at) };
            let kind = relocation.info as u32;
            if !ADDRESSES.contains(&kind) || relocation.addend != 0 {
                return None;
            }
            let number = usize::try_from(relocation.info >> 32).unwrap_or_default();
            // SAFETY: the relocation names a symbol of the table, which names a text of the other.
            let name = unsafe {
                let symbol = &*pointer::<Elf64_Sym>(symbols + number * size_of::<Elf64_Sym>());
                (symbol.st_shndx == 0).then(|| CStr::from_ptr(pointer::<c_char>(strings + symbol.st_name as usize)))
            };
            Some((self.base + relocation.offset, name?))
        })
    }

    fn entries(&self) -> impl Iterator<Item = Entry> {
        let mut next = pointer::<Entry>(self.dynamic);
        std::iter::from_fn(move || {
            // SAFETY: the section ends with an entry of tag 0, behind which nothing is read.
            let entry = unsafe { *next };
            // SAFETY: as above.
            next = unsafe { next.add(1) };
            (entry.tag != 0).then_some(entry)
        })
    }

    /// 0 if there is none.
    fn entry(&self, tag: i64) -> usize {
        self.entries().find(|entry| entry.tag == tag).map_or(0, |entry| entry.value)
    }

    /// The dynamic linker adds the base where it can write to the section.
    fn address(&self, value: usize) -> usize {
        if value < self.base { self.base + value } else { value }
    }
}

fn pointer<T>(address: usize) -> *const T {
    std::ptr::with_exposed_provenance(address)
}

/// Puts an address at a place, which the dynamic linker may have made read-only.
fn put(place: usize, function: usize) {
    const PAGE: usize = 4096;
    // SAFETY: the place is a word of a data segment.
    if unsafe { *pointer::<usize>(place) } == function {
        return;
    }
    let page: *mut c_void = std::ptr::with_exposed_provenance_mut(place & !(PAGE - 1));
    // SAFETY: as above: nothing relies on a page of it being read-only, and the word is replaced at once.
    unsafe {
        if libc::mprotect(page, PAGE, libc::PROT_READ | libc::PROT_WRITE) == 0 {
            std::ptr::with_exposed_provenance_mut::<usize>(place).write_volatile(function);
        }
    }
}
