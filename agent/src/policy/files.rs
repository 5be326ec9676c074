//! Methods of the JDK through which all work on files goes: `FileStates.java` makes files locations, `FilesPutBack.java`
//! puts back what was changed.

use super::calls::INVOKESPECIAL;
use mcr_rewriter::policy::{Call, CallAction, EntryHook};

/// The class that holds the hooks of one of these classes.
pub fn hooks(class: &str) -> &'static str {
    if matches!(class, CHANNEL | INTERRUPTIBLE | INTERRUPTOR) { "dev/mcr/ChannelHooks" } else { "dev/mcr/FileHooks" }
}

const INPUT: &str = "java/io/FileInputStream";
const OUTPUT: &str = "java/io/FileOutputStream";
const RANDOM: &str = "java/io/RandomAccessFile";
const FILE: &str = "java/io/File";
const CHANNEL: &str = "sun/nio/ch/FileChannelImpl";
/// What an interrupt calls.
const INTERRUPTOR: &str = "java/nio/channels/spi/AbstractInterruptibleChannel$1";
const INTERRUPTIBLE: &str = "java/nio/channels/spi/AbstractInterruptibleChannel";
const PATHS: &str = "sun/nio/fs/UnixNativeDispatcher";
const PATH: &str = "sun/nio/fs/UnixPath";
const ATTRIBUTES: &str = "sun/nio/fs/UnixFileAttributes";
/// Where attributes of open files are set.
const VIEWS: [&str; 3] = [
    "sun/nio/fs/UnixFileAttributeViews$Basic",
    "sun/nio/fs/UnixSecureDirectoryStream$BasicFileAttributeViewImpl",
    "sun/nio/fs/UnixSecureDirectoryStream$PosixFileAttributeViewImpl",
];
const DIRECTORY: &str = "sun/nio/fs/UnixDirectoryStream$UnixDirectoryIterator";
const ASYNCHRONOUS: &str = "sun/nio/ch/SimpleAsynchronousFileChannelImpl";
const TEMPORARY: [&str; 2] = ["java/nio/file/TempFileHelper", "java/io/File$TempDirectory"];
/// Where `Files.copy` is, in one release or the other.
const COPIES: [&str; 2] = ["sun/nio/fs/UnixCopyFile", "sun/nio/fs/UnixFileSystem"];
const LIBRARIES: &str = "jdk/internal/loader/NativeLibraries";

/// Reads or writes of a channel that do not use its position.
const AT_POSITION: &str = "(Ljava/nio/ByteBuffer;J)I";

/// What a channel is asked for that maps a file into a buffer.
const AS_BUFFER: &str = "(Ljava/nio/channels/FileChannel$MapMode;JJ)";

/// Whether methods of this class are hooked here.
pub fn is_hooked(class: &str) -> bool {
    matches!(class, INPUT | OUTPUT | RANDOM | FILE | CHANNEL | PATHS | PATH | ATTRIBUTES | DIRECTORY | ASYNCHRONOUS)
        || is_interruptible(class)
        || VIEWS.contains(&class)
        || TEMPORARY.contains(&class)
        || COPIES.contains(&class)
        || class.starts_with(LIBRARIES)
}

/// Whether it is what channels of files and of the network have in common. Its code is rewritten for those of the network, and says for which
/// it runs.
pub fn is_interruptible(class: &str) -> bool {
    matches!(class, INTERRUPTIBLE | INTERRUPTOR)
}

/// What happens to a call in a method of one of these classes.
pub fn call(class: &str, call: &Call<'_>) -> CallAction {
    match (call.owner, call.name) {
        ("java/io/FileSystem", "createFileExclusively") if class == FILE => {
            CallAction::Replace("createFileExclusively")
        }
        ("java/io/FileSystem", "list") if class == FILE => CallAction::Replace("list"),
        (PATHS, "readdir") if class == DIRECTORY => CallAction::Replace("readdir"),
        (_, "nextLong") if TEMPORARY.contains(&class) => CallAction::Replace("temporaryNumber"),
        _ if COPIES.contains(&class) || VIEWS.contains(&class) => of_open(call),
        (INPUT | RANDOM, "open0") => CallAction::Replace("openFile"),
        (FILE, "getCanonicalPath") if class.starts_with(LIBRARIES) => CallAction::Replace("libraryPath"),
        _ => CallAction::Keep,
    }
}

/// What `Files.copy`, and who sets attributes, does to open files in native code: the hooks have the same names.
fn of_open(call: &Call<'_>) -> CallAction {
    let of_copy = COPIES.contains(&call.owner) && call.opcode != INVOKESPECIAL;
    let known: &[&'static str] = match call.owner {
        PATHS => &["fchmod", "fchown", "futimes", "futimens"],
        _ if of_copy => &["transfer", "directCopy", "bufferedCopy"],
        _ => &[],
    };
    known.iter().find(|name| **name == call.name).map_or(CallAction::Keep, |name| CallAction::Replace(name))
}

/// The hook at the start of a method of one of these classes.
pub fn entry(class: &str, method: &str, descriptor: &str) -> Option<EntryHook> {
    let plain = |hook| Some(EntryHook::Note(hook));
    let told = |hook| Some(EntryHook::NoteReceiver(hook));
    let guard = |hook| Some(EntryHook::Guard(hook));
    match (class, method) {
        (INPUT, "open") => plain("openInput"),
        (INPUT, "read" | "readAllBytes" | "readNBytes" | "transferTo" | "skip" | "available") => told("input"),
        (OUTPUT, "open") => plain("openOutput"),
        // The others are native.
        (OUTPUT, "write") if descriptor != "(IZ)V" => guard("output"),
        (OUTPUT, "close") => guard("closeOutput"),
        (RANDOM, "open") => plain("openRandom"),
        // Its length is native in some releases: see `Application`.
        (RANDOM, "read") => told("randomRead"),
        (RANDOM, "write") => told("randomWrite"),
        // Overloads of `write` in `DataOutput` end in one of those.
        (RANDOM, "writeBytes") if descriptor == "(Ljava/lang/String;)V" => told("randomWrite"),
        (FILE, "renameTo") => plain("fileRenamed"),
        (FILE, "createNewFile" | "delete" | "mkdir") => told("fileMadeOrDeleted"),
        (FILE, "setLastModified" | "setReadOnly" | "setWritable" | "setReadable" | "setExecutable") => {
            told("fileChanged")
        }
        (
            FILE,
            "exists" | "isDirectory" | "isFile" | "isHidden" | "length" | "canRead" | "canWrite" | "canExecute"
            | "list" | "listFiles" | "getCanonicalPath",
        ) => told("fileAsked"),
        (FILE, "lastModified") => told("fileTimeAsked"),
        (ATTRIBUTES, "lastModifiedTime" | "creationTime") => told("timeAsked"),
        (CHANNEL, "read") if descriptor == AT_POSITION => told("channelReadAt"),
        (CHANNEL, "write") if descriptor == AT_POSITION => told("channelWriteAt"),
        (CHANNEL, "read" | "size") => told("channelRead"),
        (CHANNEL, "write") => told("channelWrite"),
        (CHANNEL, "position") => told("channelPosition"),
        (CHANNEL, "force") => told("channelForced"),
        (CHANNEL, "transferTo") => told("channelHandsOn"),
        (CHANNEL, "truncate" | "transferFrom") => told("channelTruncated"),
        (CHANNEL, "lock" | "tryLock") => told("channelLocks"),
        (CHANNEL, "release") => told("channelUnlocks"),
        (CHANNEL, "implCloseChannel") => told("channelIsClosed"),
        (CHANNEL, "map") if descriptor.starts_with(AS_BUFFER) => plain("channelMapped"),
        (CHANNEL, "map") => told("channelMappedAsSegment"),
        (INTERRUPTIBLE, "close") => told("channelCloses"),
        (INTERRUPTIBLE, "begin" | "end") => told("channelCode"),
        (INTERRUPTOR, "interrupt" | "postInterrupt") => told("interruptorCode"),
        (INTERRUPTIBLE, "blockedOn") => guard("blockedOn"),
        (PATHS, _) => path(method, descriptor),
        // Times and extended attributes are set through what it opens.
        (PATH, "openForAttributeAccess") => told("pathOpenedForAttributes"),
        (DIRECTORY, "readNextEntry") => told("directoryRead"),
        (ASYNCHRONOUS, "implRead" | "implWrite") => told("asynchronous"),
        _ => None,
    }
}

/// Hooks around a method of one of these classes.
pub fn surround(class: &str, method: &str) -> Option<(&'static str, &'static str)> {
    let is_operation = matches!(
        method,
        "read"
            | "write"
            | "size"
            | "position"
            | "force"
            | "transferTo"
            | "transferFrom"
            | "truncate"
            | "lock"
            | "tryLock"
            | "map"
    );
    let says_for_which = matches!(method, "close" | "begin" | "end" | "interrupt" | "postInterrupt");
    (class == CHANNEL && is_operation)
        .then_some(("channelBegins", "channelEnds"))
        .or_else(|| (is_interruptible(class) && says_for_which).then_some(("channelCodeBegins", "channelCodeEnds")))
}

fn path(method: &str, descriptor: &str) -> Option<EntryHook> {
    let plain = |hook| Some(EntryHook::Note(hook));
    const PATH: &str = "(Lsun/nio/fs/UnixPath;";
    match method {
        "open" if descriptor.starts_with(PATH) => plain("pathOpened"),
        "copyToNativeBuffer" => Some(EntryHook::Replace { hook: "otherPath", applies: "isOtherPath" }),
        "unlink" | "rmdir" | "mkdir" | "mknod" => plain("pathMadeOrDeleted"),
        "symlink" => plain("linkMade"),
        "link" => plain("pathLinked"),
        "rename" => plain("pathRenamed"),
        "chmod" | "chown" | "utimes" => plain("pathChanged"),
        "lchown" | "lutimes" => plain("linkChanged"),
        "fchmodat" | "utimensat" => plain("pathChangedAt"),
        "openat" if descriptor == "(I[BII)I" => plain("openedAt"),
        "unlinkat" if descriptor == "(I[BI)V" => plain("madeOrDeletedAt"),
        "renameat" if descriptor == "(I[BI[B)V" => plain("renamedAt"),
        "fstatat" if descriptor.starts_with("(I[BI") => plain("askedAt"),
        "stat" | "stat2" | "access" | "exists" | "opendir" | "realpath" if descriptor.starts_with(PATH) => {
            plain("pathAsked")
        }
        "lstat" | "readlink" if descriptor.starts_with(PATH) => plain("linkAsked"),
        _ => None,
    }
}
