//! Headless Chromium: opens a page and says what the page did.
//!
//! Speaks the DevTools protocol over pipes (JSON messages, each ended by a zero byte), so that no port is open. Host names
//! are not resolved and the profile is new, so that a page that asks for something can only be seen to ask.

use anyhow::{Context, Result, bail};
use serde_json::{Value, json};
use std::fs::{File, OpenOptions};
use std::io::{BufRead, BufReader, Write};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

/// How long an answer may take.
const PATIENCE: Duration = Duration::from_secs(60);

/// Flags for machines without a display or a network, and for root.
const FLAGS: &[&str] = &[
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-dev-shm-usage",
    "--hide-scrollbars",
    "--host-resolver-rules=MAP * ~NOTFOUND",
    "--remote-debugging-pipe",
];

/// The first one that can be run.
#[must_use]
pub fn find() -> Option<&'static str> {
    ["chromium", "chromium-browser", "google-chrome"]
        .into_iter()
        .find(|name| crate::process::works(name, &["--version"]))
}

/// A running browser with one page.
pub struct Browser {
    child: Child,
    commands: File,
    messages: Receiver<Value>,
    session: String,
    number: u64,
    events: Vec<Value>,
    directory: PathBuf,
}

/// What a page did that was opened.
#[derive(Default)]
pub struct Visit {
    /// Lines for errors and warnings on the console, uncaught exceptions, violations of the policy.
    pub console: Vec<String>,
    /// Addresses that it asked for, but its own.
    pub requests: Vec<String>,
    /// Messages of dialogs.
    pub dialogs: Vec<String>,
}

impl Visit {
    /// Whether it did nothing that it must not.
    pub fn is_quiet(&self) -> bool {
        self.console.is_empty() && self.requests.is_empty() && self.dialogs.is_empty()
    }

    /// All that it must not do.
    pub fn complaints(&self) -> String {
        let lines =
            |what: &str, lines: &[String]| lines.iter().map(|line| format!("{what}: {line}\n")).collect::<String>();
        lines("console", &self.console) + &lines("request", &self.requests) + &lines("dialog", &self.dialogs)
    }
}

impl Browser {
    /// Starts one, with its profile in a directory that must not exist.
    pub fn start(program: &str, directory: &Path) -> Result<Browser> {
        std::fs::create_dir_all(directory)?;
        let (to, from) = (directory.join("to"), directory.join("from"));
        crate::process::run(Command::new("mkfifo").arg(&to).arg(&from))?;
        let mut command = Command::new("sh");
        // The browser reads commands from descriptor 3 and writes to descriptor 4.
        command.args(["-c", r#"to=$1; from=$2; shift 2; exec "$@" 3<"$to" 4>"$from""#, "sh"]);
        command.arg(&to).arg(&from).arg(program).args(FLAGS);
        command.arg(format!("--user-data-dir={}", directory.join("profile").display())).arg("about:blank");
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).process_group(0);
        let child = command.spawn().context("cannot run sh")?;
        // Each of these waits for the other side.
        let commands = OpenOptions::new().write(true).open(&to)?;
        let answers = BufReader::new(File::open(&from)?);
        let (sender, messages) = channel();
        std::thread::spawn(move || {
            for message in answers.split(0) {
                let Ok(message) = message else { return };
                let Ok(message) = serde_json::from_slice(&message) else { return };
                if sender.send(message).is_err() {
                    return;
                }
            }
        });
        let mut browser = Browser {
            child,
            commands,
            messages,
            session: String::new(),
            number: 0,
            events: Vec::new(),
            directory: directory.to_owned(),
        };
        let target = browser.call("Target.createTarget", json!({ "url": "about:blank" }))?["targetId"].clone();
        let attached = browser.call("Target.attachToTarget", json!({ "targetId": target, "flatten": true }))?;
        browser.session = attached["sessionId"].as_str().context("no session")?.to_owned();
        for domain in ["Page", "Runtime", "Log", "Network"] {
            browser.call(&format!("{domain}.enable"), json!({}))?;
        }
        Ok(browser)
    }

    /// Sends a command; its result.
    pub fn call(&mut self, method: &str, parameters: Value) -> Result<Value> {
        self.number += 1;
        let number = self.number;
        let mut message = json!({ "id": number, "method": method, "params": parameters });
        if !self.session.is_empty() {
            message["sessionId"] = json!(self.session);
        }
        let mut bytes = serde_json::to_vec(&message)?;
        bytes.push(0);
        self.commands.write_all(&bytes).context("the browser has ended")?;
        let deadline = Instant::now() + PATIENCE;
        loop {
            let mut answer = self.next(deadline).with_context(|| format!("no answer to {method}"))?;
            if answer["id"] != json!(number) {
                continue;
            }
            if let Some(error) = answer.get("error") {
                bail!("{method}: {error}");
            }
            return Ok(answer["result"].take());
        }
    }

    /// The next message. Events are kept, and dialogs are closed, for they stop everything else.
    fn next(&mut self, deadline: Instant) -> Result<Value> {
        let message = self.messages.recv_timeout(deadline.saturating_duration_since(Instant::now()))?;
        if message.get("method").is_some() {
            if message["method"] == "Page.javascriptDialogOpening" {
                self.number += 1;
                let close = json!({ "id": self.number, "sessionId": self.session, "method": "Page.handleJavaScriptDialog",
                                    "params": { "accept": false } });
                let mut bytes = serde_json::to_vec(&close)?;
                bytes.push(0);
                self.commands.write_all(&bytes)?;
            }
            self.events.push(message.clone());
        }
        Ok(message)
    }

    /// How large the window is, whether it is paper, and whether its user likes it dark.
    pub fn window(&mut self, width: u32, height: u32, paper: bool, dark: bool) -> Result<()> {
        let size = json!({ "width": width, "height": height, "deviceScaleFactor": 1, "mobile": false });
        self.call("Emulation.setDeviceMetricsOverride", size)?;
        let scheme = if dark { "dark" } else { "light" };
        let media = json!({ "media": if paper { "print" } else { "" }, "features": [{ "name": "prefers-color-scheme", "value": scheme }] });
        self.call("Emulation.setEmulatedMedia", media)?;
        Ok(())
    }

    /// Opens a file and waits until it is loaded and drawn; how long that took.
    pub fn open(&mut self, file: &Path) -> Result<Duration> {
        // First to nowhere, so that what the page before still does is not taken for what this one does.
        self.events.clear();
        self.call("Page.navigate", json!({ "url": "about:blank" }))?;
        self.wait_for_load()?;
        self.events.clear();
        let begin = Instant::now();
        self.call("Page.navigate", json!({ "url": address(file) }))?;
        self.wait_for_load()?;
        let drawn = "new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))).then(() => 0)";
        self.evaluate(drawn)?;
        Ok(begin.elapsed())
    }

    fn wait_for_load(&mut self) -> Result<()> {
        let deadline = Instant::now() + PATIENCE;
        let loaded = |event: &Value| event["method"] == "Page.loadEventFired";
        while !self.events.iter().any(loaded) {
            self.next(deadline).context("the page does not load")?;
        }
        Ok(())
    }

    /// What the page that was opened last, this file, has done until now.
    pub fn seen(&self, file: &Path) -> Visit {
        let address = address(file);
        let mut visit = Visit::default();
        let text = |value: &Value| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
        for event in &self.events {
            let of = &event["params"];
            match event["method"].as_str().unwrap_or_default() {
                "Runtime.exceptionThrown" => visit.console.push(of["exceptionDetails"].to_string()),
                "Runtime.consoleAPICalled" => visit.console.push(format!("{}: {}", text(&of["type"]), of["args"])),
                "Log.entryAdded" => visit.console.push(text(&of["entry"]["text"])),
                "Page.javascriptDialogOpening" => visit.dialogs.push(text(&of["message"])),
                "Network.requestWillBeSent" if of["request"]["url"] != json!(address) => {
                    visit.requests.push(text(&of["request"]["url"]));
                }
                "Page.frameAttached" => visit.requests.push("a frame".to_owned()),
                "Network.webSocketCreated" => visit.requests.push(text(&of["url"])),
                _ => {}
            }
        }
        visit
    }

    /// The value of an expression in the page; of a promise, what it comes to.
    pub fn evaluate(&mut self, expression: &str) -> Result<Value> {
        let wanted = json!({ "expression": expression, "awaitPromise": true, "returnByValue": true });
        let mut answer = self.call("Runtime.evaluate", wanted)?;
        if let Some(exception) = answer.get("exceptionDetails") {
            bail!("{expression}: {exception}");
        }
        Ok(answer["result"]["value"].take())
    }

    /// Writes what the window shows to a PNG file.
    pub fn screenshot(&mut self, file: &Path) -> Result<()> {
        let image = self.call("Page.captureScreenshot", json!({ "format": "png" }))?;
        self.write(&image, file)
    }

    /// Prints the page to a PDF file.
    pub fn pdf(&mut self, file: &Path) -> Result<()> {
        let document = self.call("Page.printToPDF", json!({ "landscape": true, "printBackground": false }))?;
        self.write(&document, file)
    }

    fn write(&self, answer: &Value, file: &Path) -> Result<()> {
        let encoded = self.directory.join("encoded");
        std::fs::write(&encoded, answer["data"].as_str().context("no data")?)?;
        let mut decode = Command::new("base64");
        crate::process::run(decode.arg("--decode").arg(encoded).stdout(File::create(file)?))
    }
}

fn address(file: &Path) -> String {
    format!("file://{}", file.display())
}

impl Drop for Browser {
    fn drop(&mut self) {
        crate::process::kill_group(&mut self.child);
        let _ = self.child.wait();
        let _ = std::fs::remove_dir_all(&self.directory);
    }
}
