//! The text after `-agentpath:libmcr.so=`.

/// Where the checker is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Options {
    /// It has started this JVM and listens on this socket.
    Connect(String),
    /// It is to be started by the agent, with these options.
    Spawn(String),
}

impl Options {
    /// Reads the options. The checker itself reads (and refuses) those that are meant for it.
    pub fn parse(text: &str) -> Options {
        match text.strip_prefix("connect=") {
            Some(path) => Options::Connect(path.to_owned()),
            None => Options::Spawn(text.to_owned()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_socket_is_told_from_options_for_the_checker() {
        assert_eq!(Options::parse("connect=/tmp/x,y"), Options::Connect("/tmp/x,y".to_owned()));
        assert_eq!(Options::parse("keep-going,timeout=5"), Options::Spawn("keep-going,timeout=5".to_owned()));
        assert_eq!(Options::parse(""), Options::Spawn(String::new()));
    }
}
