//! HTML reports in a browser: real ones, a very long one, and some whose names and texts try to be markup.
//!
//! Each has to open without an error, a request, a dialog or an element that is not ours, and to show its rows. A page that does
//! all that it must not shows first that it would be noticed.

use crate::chromium::Browser;
use crate::workspace::Workspace;
use crate::{jdk, process, programs, setup};
use anyhow::{Result, bail, ensure};
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

/// A report of a check: of which program, with which options, and what its interleavings show of it.
const CHECKS: &[(&str, &[&str], &[&str], &str)] = &[
    ("RVExample", &["--keep-going"], &[], "throws IllegalStateException"),
    ("TestDeadLock", &[], &[], "waits: lock m1"),
    ("Example", &["--memory-model", "pso", "--keep-going"], &["1"], "reaches memory"),
    ("SB", &["--memory-model", "all"], &[], ""),
    ("Hostile", &["--keep-going"], &[], "throws Hostile$BadNews"),
];

/// Pages that are made up, and a text in them.
const MADE_UP: &[(&str, &str)] = &[
    ("long", "lost an update"),
    ("deep", "lost an entry"),
    ("calls", "left.get(\"apple\") -> 3"),
    ("crowd", "waits: lock Fork#1"),
    ("hostile", "{{7*7}}{% raw %}${8*8}"),
];

/// A page that does what a report must not do.
const CANARY: &str = "<!DOCTYPE html><title>x</title><img src='http://report.invalid/x.png'><script>\
    console.error('here'); fetch('http://report.invalid/y').catch(() => 0); alert(1); setTimeout(() => { throw 1; });</script>";

/// Counts what is in a page that a script or markup of a program might have added.
const STRANGERS: &str = r##"(() => {
    const known = new Set("HTML HEAD META TITLE STYLE BODY HEADER H1 H2 H3 H4 P NAV UL LI A SPAN MAIN SECTION DL DIV DT DD DETAILS \
        SUMMARY PRE ARTICLE CODE TABLE THEAD TBODY TR TH TD INPUT SELECT OPTION BUTTON LABEL ASIDE I B KBD svg path polygon circle SCRIPT".split(/\s+/));
    const found = [];
    for (const element of document.querySelectorAll("*")) {
        if (!known.has(element.tagName)) found.push(element.tagName);
        for (const { name, value } of element.attributes) {
            if (name.startsWith("on") || /^\s*javascript:/i.test(value) || name === "src") found.push(`${element.tagName} ${name}`);
            if (name === "href" && !value.startsWith("#")) found.push(`${element.tagName} ${value}`);
        }
        if (element.tagName === "SCRIPT" && element.type !== "application/json" && element !== document.body.lastElementChild) {
            found.push("a script");
        }
    }
    return found;
})()"##;

/// Opens all timelines and says how many rows they show, and whether one of them has a text.
const ROWS: &str = r#"(async (text) => {
    for (const story of document.querySelectorAll("details.story")) story.open = true;
    await new Promise((drawn) => setTimeout(drawn, 50));
    const views = [...document.querySelectorAll(".timeline")].slice(0, 10);
    const rows = views.map((timeline) => timeline.querySelectorAll(".row:not(.switch)").length);
    const chips = [...document.querySelectorAll(".timeline .chip")];
    const seen = chips.some((chip) => chip.textContent.includes(text) && chip.getBoundingClientRect().height > 0);
    return { timelines: views.length, least: Math.min(...rows), seen };
})"#;

/// Scrolls a long timeline through, and says how long the longest frame was.
const SCROLL: &str = r#"(async () => {
    const view = document.querySelector(".view");
    const frame = () => new Promise((drawn) => requestAnimationFrame(drawn));
    view.scrollTop = 0;
    await frame();
    const end = view.scrollHeight - view.clientHeight;
    let worst = 0, sum = 0, bare = 0, last = performance.now();
    for (let i = 1; i <= 200; i++) {
        view.scrollTop = i <= 100 ? i * 90 : (end * (i - 100)) / 100;
        await frame();
        const now = performance.now();
        worst = Math.max(worst, now - last);
        sum += now - last;
        last = now;
        if (view.querySelectorAll(".row").length < 15) bare++;
    }
    return { worst, mean: sum / 200, bare, rows: Number(view.getAttribute("aria-rowcount")) };
})()"#;

/// Uses the timeline of `RVExample` with the keyboard, as one would who wants to know why; each line has to hold.
const USE: &str = r#"(async () => {
    const view = document.querySelector(".view"), more = document.querySelector(".more");
    const search = document.querySelector(".tools input[type=search]"), hide = [...document.querySelectorAll(".tools label")].find((label) => label.textContent.startsWith("Hide")).firstChild;
    const press = (key) => view.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
    const frame = () => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
    const picked = () => view.querySelector(".row.picked");
    const text = () => picked().querySelector(".chip").textContent;
    const wrong = [];
    const holds = (what, condition) => { if (!condition) wrong.push(what); };
    holds("the failure is chosen", text().startsWith("throws IllegalStateException"));
    holds("it is in view", picked().getBoundingClientRect().bottom <= view.getBoundingClientRect().bottom);
    press("ArrowUp");
    holds("the step before it is the read that fails", text() === "y -> 3");
    holds("its details say so", more.textContent.includes("y -> 3") && more.textContent.includes("value comes from"));
    press("Enter");
    holds("its value comes from that write", text() === "y = 3" && more.textContent.includes("value is read by"));
    holds("the reader of the event is told", view.getAttribute("aria-activedescendant") === picked().id);
    press("Home");
    const first = Number(picked().dataset.step);
    press("End");
    const last = Number(picked().dataset.step);
    const { lane, quiet, switches } = JSON.parse(document.getElementById("timeline-0").textContent);
    holds("home and end", first === lane.findIndex((_, step) => !quiet.includes(step)) && last === lane.length - 1);
    press("[");
    holds("the last switch is found", Number(picked().dataset.step) < last);
    search.value = "throws";
    search.dispatchEvent(new Event("input"));
    await frame();
    holds("one step matches", document.querySelector("[role=status]").textContent === "1 match" && view.querySelectorAll(".hit").length === 1);
    press("n");
    holds("the match is chosen", text().startsWith("throws"));
    const rows = Number(view.getAttribute("aria-rowcount"));
    hide.click();
    holds("hidden steps come back", Number(view.getAttribute("aria-rowcount")) > rows);
    const leaves = (of, step) => lane[step + 1] !== undefined && lane[step + 1] !== of && lane.includes(of, step + 1);
    holds("who goes on later has a reason to stop", switches.length === lane.filter(leaves).length);
    const turns = [...view.querySelectorAll(".row.switch")].map((row) => row.querySelector(".lanes").textContent);
    holds("reasons are shown", turns.includes("preempted"));
    press("U");
    press("Home");
    await frame();
    holds("all steps are there", picked().dataset.step === "0" && picked().getBoundingClientRect().height > 0);
    return wrong;
})()"#;

/// Uses the timeline of the page with calls (`checker/examples/pages.rs`); each line has to hold.
const USE_CALLS: &str = r##"(async () => {
    const view = document.querySelector(".view"), host = document.querySelector(".timeline");
    const press = (key) => view.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
    const wait = (time) => new Promise((later) => setTimeout(later, time));
    const until = async (condition) => { for (let i = 0; i < 200 && !condition(); i++) await wait(25); };
    const rows = () => [...view.querySelectorAll(".row:not(.switch)")].sort((a, b) => a.getBoundingClientRect().top - b.getBoundingClientRect().top);
    const texts = () => rows().map((row) => row.querySelector(".chip").textContent);
    const row = (text) => rows().find((row) => row.querySelector(".chip").textContent === text);
    const picked = () => view.querySelector(".row.picked .chip").textContent;
    const wrong = [];
    const holds = (what, condition) => { if (!condition) wrong.push(what); };
    const same = (what, found, expected) => holds(`${what}: ${JSON.stringify(found)}`, JSON.stringify(found) === JSON.stringify(expected));
    const get = 'left.get("apple") -> 3', put = 'left.put("apple", 2)';
    const folded = ["start buyer", "start seller", get, `${put} …`, "sold = 1", `… ${put} -> 3`, "sold -> 1", 'left.get("apple") -> 2', "throws AssertionError: 2 apples"];
    same("calls are one step, or where they begin and end", texts(), folded);
    const here = () => document.querySelector(".code-line.here");
    holds("the line that has thrown is shown", here() !== null && here().textContent.includes("// line 23"));
    const lines = document.querySelectorAll(".code-line").length;
    same("with lines around it", lines, 17);
    row(get).querySelector(".chip").click();
    const inside = ["left.size -> 1", "left.table -> 3"];
    same("a click unfolds a call", texts(), [...folded.slice(0, 3), ...inside, ...folded.slice(3)]);
    holds("its own line is shown", here().textContent.includes("// line 20"));
    holds("that it is open is told", row(get).getAttribute("aria-expanded") === "true");
    row(get).querySelector(".chip").click();
    same("a click folds it", texts(), folded);
    press("u");
    same("so does a key, and unfolds it", texts().length, folded.length + 2);
    press("j");
    same("the next step is inside", picked(), inside[0]);
    holds("what the JDK does has the line that has called it", here().textContent.includes("// line 20"));
    press("u");
    same("one can fold it from inside", [picked(), texts().length], [get, folded.length]);
    press("U");
    same("everything is unfolded", texts().length, 12);
    press("U");
    same("and folded", texts(), folded);
    location.hash = "#v1-s4";
    await until(() => picked() === inside[1]);
    same("an address leads to a step in a call", [picked(), texts().length], [inside[1], folded.length + 2]);
    press("End");
    await until(() => location.hash === "#v1-s12");
    same("the address follows", location.hash, "#v1-s12");
    press("k");
    await until(() => location.hash === "#v1-c10");
    same("that of a call is its own", location.hash, "#v1-c10");
    row(get).querySelector(".chip").click();
    const seller = [...host.querySelectorAll(".choices label")].find((label) => label.textContent === "seller");
    seller.firstChild.click();
    same("a thread is left out", texts().filter((text) => text.includes("put") || text === "sold -> 1"), []);
    seller.firstChild.click();
    same("and comes back", texts(), folded);
    const chooser = host.querySelector("select");
    const choose = (name) => {
        chooser.value = [...chooser.options].find((option) => option.textContent === name).value;
        chooser.dispatchEvent(new Event("change"));
    };
    choose("sold");
    same("a variable is looked at", texts(), ["sold = 1", "sold -> 1"]);
    choose("left");
    same("an object is looked at", texts(), [get, `${put} …`, `… ${put} -> 3`, 'left.get("apple") -> 2']);
    location.hash = "#v1-s1";
    await until(() => picked() === "start buyer");
    same("a step that is filtered can be gone to", [texts(), chooser.value], [folded, "-1"]);
    const search = host.querySelector("input[type=search]");
    search.value = "size -> 1";
    search.dispatchEvent(new Event("input"));
    press("n");
    same("what is inside is found", picked(), inside[0]);
    search.value = "";
    search.dispatchEvent(new Event("input"));
    press("?");
    holds("keys are told", host.querySelector(".help").getBoundingClientRect().height > 0);
    press("?");
    dispatchEvent(new Event("beforeprint"));
    same("all steps are on paper", texts().length, 12);
    dispatchEvent(new Event("afterprint"));
    same("and not on the screen", texts().length, folded.length + 2);
    document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "k", bubbles: true }));
    same("letters work anywhere", picked(), get);
    return wrong;
})()"##;

/// What can be asked for: a directory for screenshots.
pub fn run(workspace: &Workspace, arguments: &[String]) -> Result<()> {
    let shots = match arguments {
        [] => None,
        [option, directory] if option == "--screenshots" => Some(std::path::absolute(directory)?),
        _ => bail!("only --screenshots DIR is known"),
    };
    let program = setup::chromium()?;
    println!("== browser");
    let directory = programs::fresh(&workspace.testsuite().join("pages"))?;
    let mut browser = Browser::start(program, &directory.join("browser"))?;
    browser.window(1280, 900, false, false)?;
    canary(&mut browser, &directory)?;
    for (page, text) in pages(workspace, &directory)? {
        judge(&mut browser, &page, &text)?;
        if let Some(shots) = &shots {
            screenshots(&mut browser, &page, shots)?;
        }
    }
    println!("browser: every page is quiet and shows what it should");
    Ok(())
}

/// Whether there is a browser, so that a test of everything can go on without.
pub fn test(workspace: &Workspace) -> Result<()> {
    match setup::chromium() {
        Ok(_) => run(workspace, &[]),
        Err(missing) => {
            println!("== browser\nSKIPPED: {missing:#}");
            Ok(())
        }
    }
}

/// All pages, and a text that each has to show.
fn pages(workspace: &Workspace, directory: &Path) -> Result<Vec<(PathBuf, String)>> {
    let jdk = jdk::any()?;
    let classes = programs::compile(workspace, &jdk)?;
    let mut pages = Vec::new();
    for (name, options, arguments, text) in CHECKS {
        let page = directory.join(format!("{name}.html"));
        let mut mcr = workspace.mcr();
        mcr.arg("check").args(*options).arg("--report").arg(&page).arg("--");
        mcr.arg(jdk.java()).arg("-cp").arg(&classes).arg(name).args(*arguments);
        let output = process::run_within(mcr.current_dir(directory), Duration::from_secs(120))?;
        ensure!(page.is_file(), "no report on {name}: {}", output.stderr);
        pages.push((page, (*text).to_owned()));
    }
    // Of the whole workspace: for one package alone, with other features of what it uses, everything would be compiled again.
    let mut cargo = workspace.cargo_command();
    process::run(cargo.args(["build", "--quiet", "--release", "--workspace", "--examples"]))?;
    process::run(Command::new(workspace.beside_mcr("examples/pages")).arg(directory))?;
    pages.extend(MADE_UP.iter().map(|(name, text)| (directory.join(format!("{name}.html")), (*text).to_owned())));
    Ok(pages)
}

/// Whatever a page does that it must not do has to be noticed.
fn canary(browser: &mut Browser, directory: &Path) -> Result<()> {
    let page = directory.join("canary.html");
    std::fs::write(&page, CANARY)?;
    browser.open(&page)?;
    browser.evaluate("new Promise((later) => setTimeout(() => later(0), 200))")?;
    let visit = browser.seen(&page);
    ensure!(visit.console.iter().any(|line| line.contains("here")), "an error on the console was not noticed");
    ensure!(visit.console.iter().any(|line| line.contains("Uncaught")), "an exception was not noticed");
    ensure!(visit.requests.len() >= 2, "a request was not noticed: {:?}", visit.requests);
    ensure!(visit.dialogs == ["1"], "a dialog was not noticed");
    let strangers = browser.evaluate(STRANGERS)?;
    ensure!(strangers.to_string().contains("IMG"), "an element was not noticed: {strangers}");
    Ok(())
}

fn judge(browser: &mut Browser, page: &Path, text: &str) -> Result<()> {
    let name = page.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let load = browser.open(page)?;
    let shown = browser.evaluate(&format!("{ROWS}({})", Value::from(text)))?;
    ensure!(text.is_empty() || shown["seen"] == true, "{name}: no step says {text:?}");
    ensure!(shown["timelines"] == 0 || shown["least"].as_u64() >= Some(2), "{name}: a timeline without rows: {shown}");
    let strangers = browser.evaluate(STRANGERS)?;
    ensure!(strangers == Value::from(Vec::<Value>::new()), "{name}: {strangers} in the page");
    let bytes = std::fs::metadata(page)?.len();
    let mut line = format!("{name:<14} {bytes:>8} bytes, loaded in {:>4} ms", load.as_millis());
    match name.as_str() {
        "long" => line += &scroll(browser, 40_000)?,
        "deep" => line += &scroll(browser, 5_000)?,
        "RVExample" | "calls" => {
            let wrong = browser.evaluate(if name == "calls" { USE_CALLS } else { USE })?;
            ensure!(wrong == Value::from(Vec::<Value>::new()), "{name}: it does not hold that {wrong:#}");
        }
        _ => {}
    }
    println!("{line}");
    // After everything that has been done to it.
    let visit = browser.seen(page);
    ensure!(visit.is_quiet(), "{name}:\n{}", visit.complaints());
    Ok(())
}

/// Scrolls a long page; how smooth that is, which is told and not judged: other programs may keep the machine busy.
fn scroll(browser: &mut Browser, rows: u64) -> Result<String> {
    let scrolled = browser.evaluate(SCROLL)?;
    ensure!(scrolled["rows"].as_u64() >= Some(rows), "rows are missing: {scrolled}");
    ensure!(scrolled["bare"] == 0, "rows are missing while it is scrolled: {scrolled}");
    let number = |key: &str| scrolled[key].as_f64().unwrap_or(f64::MAX);
    let line = format!(", scrolled with {:.0} ms for a frame, {:.0} ms at worst", number("mean"), number("worst"));
    Ok(line)
}

/// In light and dark, wide and narrow, and on paper.
fn screenshots(browser: &mut Browser, page: &Path, to: &Path) -> Result<()> {
    std::fs::create_dir_all(to)?;
    let name = page.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    for (width, height, dark) in [(1280, 1500, false), (1280, 1500, true), (800, 1500, false)] {
        browser.window(width, height, false, dark)?;
        browser.open(page)?;
        let scheme = if dark { "dark" } else { "light" };
        browser.screenshot(&to.join(format!("{name}-{width}-{scheme}.png")))?;
    }
    browser.pdf(&to.join(format!("{name}.pdf")))?;
    browser.window(1000, 1400, true, false)?;
    browser.open(page)?;
    browser.evaluate("dispatchEvent(new Event('beforeprint'))")?;
    browser.screenshot(&to.join(format!("{name}-paper.png")))?;
    browser.window(1280, 900, false, false)
}
