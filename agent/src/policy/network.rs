//! Classes of the JDK that sockets, channels of the network and selectors are made of, and the calls of theirs into the operating system.
//! These classes are rewritten as others are; what they ask the system for, the Java runtime answers (`NetHooks.java`,
//! `Network.java`): sockets whose both ends are in the program are memory.
//!
//! Invariant: of a rewritten class no call goes to a native method that knows numbers of files, as these are not the system's.

use mcr_rewriter::policy::{Call, CallAction, EntryHook};

/// The class of the hooks.
pub const HOOKS: &str = "dev/mcr/NetHooks";

const NET: &str = "sun/nio/ch/Net";
const FILES: &str = "sun/nio/ch/FileDispatcherImpl";
const UNIX_FILES: &str = "sun/nio/ch/UnixFileDispatcherImpl";
const DISPATCHER: &str = "sun/nio/ch/UnixDispatcher";
const SOCKETS: &str = "sun/nio/ch/SocketDispatcher";
const DATAGRAMS: &str = "sun/nio/ch/DatagramDispatcher";
const EVENTS: &str = "sun/nio/ch/EventFD";
const EPOLL: &str = "sun/nio/ch/EPoll";
const THREAD: &str = "sun/nio/ch/NativeThread";
const HTTP_CLIENT: &str = "sun/net/www/http/HttpClient";
const HTTP_STREAM: &str = "sun/net/www/http/KeepAliveStream";
const LOCAL: &str = "sun/nio/ch/UnixDomainSockets";
/// The class of the hooks of groups of channels.
const GROUP_HOOKS: &str = "dev/mcr/NetGroups";
const PROVIDER: &str = "sun/nio/ch/LinuxAsynchronousChannelProvider";
const POOL: &str = "sun/nio/ch/ThreadPool";
const GROUP: &str = "sun/nio/ch/EPollPort";
const ASYNCHRONOUS: &str = "sun/nio/ch/UnixAsynchronousSocketChannelImpl";
const DATAGRAM_CHANNEL: &str = "sun/nio/ch/DatagramChannelImpl";
/// Parameters of the methods that channels call with one buffer, and with several.
const BUFFER: &str = "(Ljava/io/FileDescriptor;Ljava/nio/ByteBuffer;JLsun/nio/ch/NativeDispatcher;)";
const BUFFERS: &str = "(Ljava/io/FileDescriptor;[Ljava/nio/ByteBuffer;IILsun/nio/ch/NativeDispatcher;)";
const UTILITIES: &str = "sun/nio/ch/IOUtil";

/// The set of the keys that a selector has found, which hands all on to the set that the selector has.
const SELECTED_KEYS: &str = "sun/nio/ch/Util$2";

/// Whether objects of a class have fields, monitors and methods that are seen.
pub fn is_rewritten(name: &str) -> bool {
    if name == SELECTED_KEYS {
        return true;
    }
    let outer = name.split('$').next().unwrap_or(name);
    matches!(
        outer,
        "java/net/Socket"
            | "java/net/ServerSocket"
            | "java/nio/channels/SelectionKey"
            | "java/nio/channels/spi/AbstractInterruptibleChannel"
            | "java/nio/channels/spi/AbstractSelectableChannel"
            | "java/nio/channels/spi/AbstractSelectionKey"
            | "java/nio/channels/spi/AbstractSelector"
            | "java/nio/channels/Selector"
            | "java/nio/channels/SocketChannel"
            | "java/nio/channels/ServerSocketChannel"
            | "java/nio/channels/SelectableChannel"
            | "sun/nio/ch/SocketChannelImpl"
            | "sun/nio/ch/ServerSocketChannelImpl"
            | "sun/nio/ch/EventFD"
            | "sun/nio/ch/SelChImpl"
            | "sun/nio/ch/SocketAdaptor"
            | "sun/nio/ch/ServerSocketAdaptor"
            | "sun/nio/ch/SocketInputStream"
            | "sun/nio/ch/SocketOutputStream"
            | "sun/nio/ch/SelectorImpl"
            | "sun/nio/ch/SelectionKeyImpl"
            | "sun/nio/ch/EPollSelectorImpl"
            | "java/nio/channels/spi/SelectorProvider"
            | "sun/nio/ch/SelectorProviderImpl"
            | "sun/nio/ch/EPollSelectorProvider"
            | "java/nio/channels/Pipe"
            | "sun/nio/ch/PipeImpl"
            | "sun/nio/ch/SourceChannelImpl"
            | "sun/nio/ch/SinkChannelImpl"
            | "java/nio/channels/DatagramChannel"
            | "sun/nio/ch/DatagramChannelImpl"
            | "sun/nio/ch/DatagramSocketAdaptor"
            | "java/net/DatagramSocket"
            | "java/net/MulticastSocket"
            | "java/net/NetMulticastSocket"
            | "java/net/DatagramPacket"
            | "java/net/SocketImpl"
            | "java/net/DelegatingSocketImpl"
            | "java/net/SocksSocketImpl"
            | "sun/nio/ch/NioSocketImpl"
            | "java/nio/channels/AsynchronousChannelGroup"
            | "java/nio/channels/AsynchronousServerSocketChannel"
            | "java/nio/channels/AsynchronousSocketChannel"
            | "sun/nio/ch/AsynchronousChannelGroupImpl"
            | "sun/nio/ch/Port"
            | "sun/nio/ch/EPollPort"
            | "sun/nio/ch/AsynchronousServerSocketChannelImpl"
            | "sun/nio/ch/AsynchronousSocketChannelImpl"
            | "sun/nio/ch/UnixAsynchronousServerSocketChannelImpl"
            | "sun/nio/ch/UnixAsynchronousSocketChannelImpl"
            | "sun/nio/ch/Invoker"
            | "sun/nio/ch/PendingFuture"
            | "sun/nio/ch/CompletedFuture"
    )
}

/// Whether calls of the static methods of a class are replaced, though nothing else of it is rewritten.
pub fn is_hooked(name: &str) -> bool {
    matches!(
        name,
        NET | DISPATCHER | SOCKETS | DATAGRAMS | FILES | UNIX_FILES | LOCAL | HTTP_CLIENT | HTTP_STREAM | UTILITIES
    ) || makes_groups(name)
}

/// Whether a class makes groups of channels, and their threads.
fn makes_groups(name: &str) -> bool {
    matches!(name, PROVIDER | POOL)
}

/// The class of the hooks at the start of the methods of a class that is not rewritten.
pub fn hooks(class: &str) -> &'static str {
    if makes_groups(class) { GROUP_HOOKS } else { HOOKS }
}

/// Whether objects of a class are addresses, which know the name of their machine once somebody has asked for it.
pub fn is_address(name: &str) -> bool {
    matches!(
        name,
        "java/net/InetAddress" | "java/net/Inet4Address" | "java/net/Inet6Address" | "java/net/InetSocketAddress"
    )
}

/// What takes the place of a call into the operating system; null if it is none.
pub fn call(class: &str, call: &Call<'_>) -> Option<CallAction> {
    let hook = match (call.owner, call.name) {
        (NET, name) => natives(name)?,
        (SOCKETS | DATAGRAMS, name @ ("read0" | "readv0" | "write0" | "writev0")) => natives(name)?,
        (FILES, "read0") if class == FILES => "readFile",
        (FILES, "write0") if class == FILES => "writeFile",
        (FILES, "readv0") if class == FILES => "readFileParts",
        (FILES, "writev0") if class == FILES => "writeFileParts",
        (FILES, name @ ("write0" | "writev0")) if matches!(class, SOCKETS | DATAGRAMS) => natives(name)?,
        (FILES | DISPATCHER, name @ ("close0" | "preClose0")) if matches!(class, SOCKETS | DATAGRAMS | DISPATCHER) => {
            natives(name)?
        }
        (EVENTS, "eventfd0") => "eventfd0",
        (EVENTS, "set0") => "set0",
        (DATAGRAM_CHANNEL, name @ ("receive0" | "send0" | "disconnect0")) => natives(name)?,
        (UTILITIES, "makePipe") => "makePipe",
        (UTILITIES, "drain") if class == EVENTS => "drain",
        (UTILITIES, name @ ("write1" | "drain1")) if class.starts_with(GROUP) => {
            if name == "write1" {
                "write1"
            } else {
                "drain1"
            }
        }
        (ASYNCHRONOUS, "checkConnect") => "checkConnect",
        (FILES, "closeIntFD") => "closeNumber",
        (EPOLL, "create") => "selector",
        (EPOLL, "ctl") => "control",
        (EPOLL, "wait") => "select",
        (EPOLL, "allocatePollArray") => "pollArray",
        (EPOLL, "freePollArray") => "freePollArray",
        (EPOLL, "getEvent") => "event",
        (EPOLL, "getDescriptor") => "descriptor",
        (EPOLL, "getEvents") => "events",
        ("java/lang/ref/Cleaner", "register") => "registerCloser",
        ("sun/nio/ch/Poller", "poll") => "pollVirtual",
        ("sun/nio/ch/Poller", "pollSelector") => "pollSelector",
        (THREAD, "current") => "currentThread",
        (THREAD, "signal") => "signalThread",
        (UTILITIES, "configureBlocking") => "configureBlocking",
        _ => return None,
    };
    Some(CallAction::ReplaceIn(HOOKS, hook))
}

/// The hook of a native method has the same name.
fn natives(name: &str) -> Option<&'static str> {
    const NAMES: [&str; 30] = [
        "socket0",
        "bind0",
        "listen",
        "connect0",
        "accept",
        "shutdown",
        "localPort",
        "localInetAddress",
        "remotePort",
        "remoteInetAddress",
        "getIntOption0",
        "setIntOption0",
        "poll",
        "pollConnect",
        "available",
        "sendOOB",
        "discardOOB",
        "read0",
        "readv0",
        "write0",
        "writev0",
        "close0",
        "preClose0",
        "receive0",
        "send0",
        "disconnect0",
        "setInterface4",
        "setInterface6",
        "getInterface4",
        "getInterface6",
    ];
    NAMES.iter().find(|known| **known == name).copied()
}

/// The hook at the start of a method. Ends of pipes are files to the JDK, in some releases. What the network inside the program does not
/// have is refused.
pub fn entry(class: &str, method: &str, descriptor: &str) -> Option<EntryHook> {
    let is = |parameters: &str| descriptor.starts_with(parameters);
    match (class, method) {
        (UTILITIES, "read") if is(BUFFER) => Some(EntryHook::Note("readsBuffer")),
        (UTILITIES, "read") if is(BUFFERS) => Some(EntryHook::Note("readsBuffers")),
        (UTILITIES, "write") if is(BUFFER) => Some(EntryHook::Note("writesBuffer")),
        (UTILITIES, "write") if is(BUFFERS) => Some(EntryHook::Note("writesBuffers")),
        (DATAGRAM_CHANNEL, "receive") if is("(Ljava/nio/ByteBuffer;)") => Some(EntryHook::Note("receivesBuffer")),
        (DATAGRAM_CHANNEL, "send") if is("(Ljava/nio/ByteBuffer;Ljava/net/SocketAddress;)") => {
            Some(EntryHook::Note("sendsBuffer"))
        }
        (NET, "join4" | "join6" | "drop4" | "drop6" | "block4" | "block6" | "unblock4" | "unblock6") => {
            Some(EntryHook::Tell("multicast"))
        }
        (HTTP_CLIENT, "putInKeepAliveCache") => Some(EntryHook::Guard("keepsAlive")),
        (HTTP_STREAM, "queueForCleanup") => Some(EntryHook::Guard("keepsAliveWhenRead")),
        (LOCAL, "socket") => Some(EntryHook::Tell("localSocket")),
        (PROVIDER, "defaultEventPort") => Some(EntryHook::Replace { hook: "defaultGroup", applies: "isSeen" }),
        (POOL, "defaultThreadFactory") => Some(EntryHook::Replace { hook: "threadFactory", applies: "isSeen" }),
        // The system does not know the socket.
        (FILES | UNIX_FILES, "canTransferToDirectly") => {
            Some(EntryHook::Replace { hook: "transfersToSocket", applies: "isSeen" })
        }
        (FILES, "close") => Some(EntryHook::Guard("closeIfSocket")),
        (FILES, "preClose") => Some(EntryHook::Guard("preCloseIfSocket")),
        _ => None,
    }
}
