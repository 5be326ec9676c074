//! What the JDK answers from the machine, and differently in each execution: the use of the heap, the age of the JVM, the
//! times of files. That is no event, and a program which decides by it cannot be explored; it is told which calls these
//! may have been.

/// Whether the answer of a method (internal name of its class, name) is another one in each execution.
pub fn is_unrepeatable(owner: &str, method: &str) -> bool {
    match owner {
        "java/io/File" => matches!(method, "getFreeSpace" | "getUsableSpace"),
        "java/nio/file/FileStore" => matches!(method, "getUnallocatedSpace" | "getUsableSpace"),
        "java/lang/Runtime" => matches!(method, "freeMemory" | "totalMemory"),
        "java/lang/ProcessHandle" => method == "pid",
        "java/lang/ProcessHandle$Info" => matches!(method, "startInstant" | "totalCpuDuration"),
        _ if owner.starts_with("java/nio/file/attribute/") => {
            matches!(method, "lastAccessTime" | "creationTime" | "fileKey")
        }
        _ => owner.starts_with("java/lang/management/") && is_measured(method),
    }
}

fn is_measured(method: &str) -> bool {
    const MEASURED: [&str; 9] = [
        "Uptime",
        "StartTime",
        "Usage",
        "CollectionCount",
        "CollectionTime",
        "CompilationTime",
        "CpuTime",
        "UserTime",
        "LoadAverage",
    ];
    method.starts_with("get") && MEASURED.iter().any(|name| method.ends_with(name))
}

#[cfg(test)]
mod tests {
    use super::is_unrepeatable;

    #[test]
    fn what_is_measured_differs_and_what_is_configured_does_not() {
        assert!(is_unrepeatable("java/lang/management/RuntimeMXBean", "getUptime"));
        assert!(is_unrepeatable("java/lang/management/MemoryMXBean", "getHeapMemoryUsage"));
        assert!(is_unrepeatable("java/lang/Runtime", "freeMemory"));
        assert!(!is_unrepeatable("java/lang/Runtime", "availableProcessors"));
        assert!(!is_unrepeatable("java/lang/management/RuntimeMXBean", "getVmName"));
        assert!(!is_unrepeatable("java/io/File", "length"));
    }
}
