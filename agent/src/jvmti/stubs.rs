//! Functions that stand before others: the JVM or native code calls a stub, which asks `foreign::passes` what to do and then goes on to the function itself, with
//! the arguments as they were, whatever their types. So one piece of code stands before all native methods of the program, and before functions of JNI.
//!
//! Invariant: a stub changes no register that an argument may be in, and no stack, before it jumps.

use std::arch::global_asm;

/// How many stubs there are.
pub const STUBS: usize = 1 << 14;
/// The bytes of one.
const SIZE: usize = 16;

/// The arguments that registers hold when a stub is called.
#[repr(C)]
pub struct Arguments {
    /// Those that are integers or pointers, in order; the first is the environment of JNI.
    pub words: [usize; 6],
    /// Those that are floating-point numbers, in order.
    pub floats: [u128; 8],
}

/// What comes after the hook.
#[repr(C)]
pub struct Next {
    /// The function to go on with, 0 for none.
    pub function: usize,
    /// What to answer if there is none.
    pub answer: usize,
}

impl Next {
    /// The caller gets this answer.
    pub fn answer(answer: usize) -> Self {
        Next { function: 0, answer }
    }

    /// On to the function that the stub stands before.
    pub fn go_on(function: usize) -> Self {
        Next { function, answer: 0 }
    }
}

/// What a function has answered.
#[repr(C)]
#[derive(Default)]
pub struct Answer {
    /// If it is an integer or a pointer.
    pub word: usize,
    /// If it is a floating-point number.
    pub float: usize,
}

global_asm!(
    // Code that is compiled apart names both; outside of the library nobody does.
    ".globl mcr_call",
    ".hidden mcr_call",
    ".globl mcr_stubs",
    ".hidden mcr_stubs",
    // mcr_call(function, arguments, answer, number of words on the stack, these)
    ".p2align 4",
    "mcr_call:",
    "push rbp",
    "mov rbp, rsp",
    "push rbx",
    "push rbx",
    "mov rbx, rdx",
    "mov r11, rdi",
    "mov r10, rsi",
    "lea rax, [rcx + 1]",
    "and rax, -2",
    "shl rax, 3",
    "sub rsp, rax",
    "4:",
    "test rcx, rcx",
    "jz 5f",
    "dec rcx",
    "mov rax, [r8 + rcx * 8]",
    "mov [rsp + rcx * 8], rax",
    "jmp 4b",
    "5:",
    "mov rdi, [r10]",
    "mov rsi, [r10 + 8]",
    "mov rdx, [r10 + 16]",
    "mov rcx, [r10 + 24]",
    "mov r8, [r10 + 32]",
    "mov r9, [r10 + 40]",
    "movups xmm0, [r10 + 48]",
    "movups xmm1, [r10 + 64]",
    "movups xmm2, [r10 + 80]",
    "movups xmm3, [r10 + 96]",
    "movups xmm4, [r10 + 112]",
    "movups xmm5, [r10 + 128]",
    "movups xmm6, [r10 + 144]",
    "movups xmm7, [r10 + 160]",
    "call r11",
    "mov [rbx], rax",
    "movq [rbx + 8], xmm0",
    "lea rsp, [rbp - 16]",
    "pop rbx",
    "pop rbx",
    "pop rbp",
    "ret",
    ".p2align 4",
    "mcr_stubs:",
    ".rept {count}",
    ".p2align 4",
    "lea r11, [rip]",
    "jmp 2f",
    ".endr",
    "2:",
    "push rbp",
    "mov rbp, rsp",
    "sub rsp, {frame}",
    "mov [rsp], rdi",
    "mov [rsp + 8], rsi",
    "mov [rsp + 16], rdx",
    "mov [rsp + 24], rcx",
    "mov [rsp + 32], r8",
    "mov [rsp + 40], r9",
    "movups [rsp + 48], xmm0",
    "movups [rsp + 64], xmm1",
    "movups [rsp + 80], xmm2",
    "movups [rsp + 96], xmm3",
    "movups [rsp + 112], xmm4",
    "movups [rsp + 128], xmm5",
    "movups [rsp + 144], xmm6",
    "movups [rsp + 160], xmm7",
    // How many floating-point arguments a variadic function has been given.
    "mov [rsp + 176], rax",
    "mov rdi, rsp",
    "lea rsi, [rip + mcr_stubs]",
    "sub r11, rsi",
    "mov rsi, r11",
    "call {passes}",
    "mov r11, rax",
    "mov r10, rdx",
    "mov rdi, [rsp]",
    "mov rsi, [rsp + 8]",
    "mov rdx, [rsp + 16]",
    "mov rcx, [rsp + 24]",
    "mov r8, [rsp + 32]",
    "mov r9, [rsp + 40]",
    "movups xmm0, [rsp + 48]",
    "movups xmm1, [rsp + 64]",
    "movups xmm2, [rsp + 80]",
    "movups xmm3, [rsp + 96]",
    "movups xmm4, [rsp + 112]",
    "movups xmm5, [rsp + 128]",
    "movups xmm6, [rsp + 144]",
    "movups xmm7, [rsp + 160]",
    "mov rax, [rsp + 176]",
    "leave",
    "test r11, r11",
    "jz 3f",
    "jmp r11",
    "3:",
    "mov rax, r10",
    "movq xmm0, r10",
    "ret",
    count = const STUBS,
    frame = const FRAME,
    passes = sym passed,
);

unsafe extern "C" {
    #[link_name = "mcr_stubs"]
    static FIRST: u8;
}

unsafe extern "sysv64" {
    fn mcr_call(function: usize, arguments: *const Arguments, answer: *mut Answer, words: usize, stack: usize);
}

impl Arguments {
    /// Calls a function with the arguments that the stub was called with, so many of which are on the stack.
    ///
    /// # Safety
    /// The function takes such arguments, and `self` are those that a stub has passed on if any are on the stack.
    pub unsafe fn call(&self, function: usize, on_stack: usize) -> Answer {
        let mut answer = Answer::default();
        // SAFETY: the caller knows the function.
        unsafe { mcr_call(function, self, &raw mut answer, on_stack, self.stack()) };
        answer
    }

    /// Where the arguments are that the caller has put on the stack, above frame and return address.
    fn stack(&self) -> usize {
        std::ptr::from_ref(self).addr() + FRAME + 16
    }

    /// Calls a function that takes, in the place of what follows the first `named` arguments of a variadic one, a `va_list` of that.
    ///
    /// # Safety
    /// The function takes such arguments, and `self` are those that a stub has passed on.
    pub unsafe fn call_with_list(&self, function: usize, named: usize) -> Answer {
        // As the ABI says: what is left of the registers, and then what is on the stack.
        let offsets = [u32::try_from(named * 8).unwrap_or(48), 48];
        let list = List { offsets, stack: self.stack(), registers: self };
        let mut words = self.words;
        words[named] = (&raw const list).expose_provenance();
        let with_list = Arguments { words, floats: self.floats };
        // SAFETY: the caller knows the function.
        unsafe { with_list.call(function, 0) }
    }
}

/// The bytes that the code of a stub has below the frame pointer.
const FRAME: usize = 192;

/// A `va_list`.
#[repr(C)]
struct List {
    offsets: [u32; 2],
    stack: usize,
    registers: *const Arguments,
}

/// The address of a stub.
pub fn address(stub: usize) -> usize {
    (&raw const FIRST).addr() + stub * SIZE
}

/// `offset`: of a place within the stub.
unsafe extern "sysv64" fn passed(arguments: *const Arguments, offset: usize) -> Next {
    // SAFETY: the code above has filled the arguments, which lie on its stack.
    super::foreign::passes(unsafe { &*arguments }, offset / SIZE)
}
