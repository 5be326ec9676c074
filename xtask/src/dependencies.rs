//! `mcr dependencies` on a program of the testsuite: what it says, and what it says of what is not there.
//!
//! Expected is what the source of `Account` says: the deposit reads and writes the balance, which a withdrawal writes as
//! well, under the lock; both run because `main` makes and starts them (lines 28 to 30). What comes after the starts, and
//! the assertion, decides nothing about it. In `Bakery` nobody reads what customers write to `x`.

use crate::jdk::Jdk;
use crate::workspace::Workspace;
use crate::{jdk, process, programs};
use anyhow::{Result, ensure};
use std::time::Duration;

const DEPOSIT: &str = "\
Account.java
  Account$Deposit.<init>: 11
  Account$Deposit.run: 14
  Account$Withdrawal.<init>: 18
  Account$Withdrawal.run: 21-22
  Account.<clinit>: 8-9
  Account.main: 28-30
";

/// Arguments of `mcr dependencies`, the class, the exit status, and what is said (all of it, if it ends well).
type Case = (&'static [&'static str], &'static str, i32, &'static str);

const CASES: [Case; 9] = [
    (&["--of", "Account.java:14"], "Account", 0, DEPOSIT),
    (&["--of", "Account$Deposit.run", "--from", "Account.java:9", "--form", "dot"], "Account", 0, "Account.balance"),
    (&["--of", "Account.java:14", "--form", "text"], "Account", 0, "heap <- line 22, 7: put Account.balance"),
    (&[], "Account", 0, "not known: 0 classes that are named and not there, 0 calls or methods\n"),
    (&["--of", "Account.pay"], "Account", 2, "no code is reached at Account.pay; reached there are Account.main"),
    (&["--of", "pay"], "Account", 2, "`pay` is no place: give Class.method, or File.java:LINE"),
    (&["--unseen"], "Account", 0, "every read is seen\n"),
    (&["--unseen"], "PingPong", 0, "PingPong.java\n  PingPong$Player.get: 11\n"),
    (&[], "Nowhere", 2, "there is no class Nowhere in the class path"),
];

/// Runs the command on every JDK.
pub fn run(workspace: &Workspace) -> Result<()> {
    println!("== static dependences");
    let classes = programs::compile(workspace, &jdk::any()?)?;
    for jdk in jdk::find() {
        for case in &CASES {
            check(workspace, &jdk, &classes.display().to_string(), case)?;
        }
    }
    println!("dependencies: as expected");
    Ok(())
}

fn check(workspace: &Workspace, jdk: &Jdk, classes: &str, (arguments, class, status, said): &Case) -> Result<()> {
    let mut command = workspace.mcr();
    command.arg("dependencies").args(*arguments).arg("--").arg(jdk.java()).args(["-cp", classes, class]);
    let output = process::run_within(&mut command, Duration::from_secs(60))?;
    let (text, shown) = (format!("{}{}", output.stdout, output.stderr), arguments.join(" "));
    ensure!(output.status == Some(*status), "JDK {}: {shown}: status {:?}: {text}", jdk.version, output.status);
    let is_all = said.ends_with('\n') && !arguments.is_empty();
    let fits = if is_all { text == *said } else { text.contains(said) };
    ensure!(fits, "JDK {}: {shown}: expected\n{said}and found\n{text}", jdk.version);
    Ok(())
}
