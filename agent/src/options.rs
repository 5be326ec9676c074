//! The text after `-agentpath:libmcr.so=`.

/// What the agent is to do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Options {
    /// What the checker asks for.
    Check(Checker),
    /// Threads are only delayed, at random from this seed.
    Noise(u64),
}

/// Where the checker is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Checker {
    /// It has started this JVM, with this socket open, to run on this processor: counted from the last one, which is 0.
    Inherited(i32, usize),
    /// It is to be started by the agent, with these options.
    Spawn(String),
}

impl Options {
    /// Reads the options. The checker itself reads (and refuses) those that are meant for it.
    pub fn parse(text: &str) -> Options {
        let seed = match text.strip_prefix("noise") {
            Some("") => Some(0),
            Some(rest) => rest.strip_prefix('=').and_then(|seed| seed.parse().ok()),
            None => None,
        };
        let inherited = text.strip_prefix("fd=").and_then(|rest| {
            let (socket, processor) = rest.split_once(",processor=").unwrap_or((rest, "0"));
            Some((socket.parse().ok()?, processor.parse().ok()?))
        });
        match (inherited, seed) {
            (Some((socket, processor)), _) => Options::Check(Checker::Inherited(socket, processor)),
            (None, Some(seed)) => Options::Noise(seed),
            (None, None) => Options::Check(Checker::Spawn(text.to_owned())),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_socket_is_told_from_options_for_the_checker_and_from_noise() {
        let spawn = |text: &str| Options::Check(Checker::Spawn(text.to_owned()));
        assert_eq!(Options::parse("fd=7"), Options::Check(Checker::Inherited(7, 0)));
        assert_eq!(Options::parse("fd=7,processor=1"), Options::Check(Checker::Inherited(7, 1)));
        assert_eq!(Options::parse("keep-going,timeout=5"), spawn("keep-going,timeout=5"));
        assert_eq!(Options::parse(""), spawn(""));
        assert_eq!((Options::parse("noise"), Options::parse("noise=7")), (Options::Noise(0), Options::Noise(7)));
        assert_eq!(Options::parse("noise=x"), spawn("noise=x"));
    }
}
