//! `mcr bench`: how often the program can be run in a second, without the cost of the search.
//!
//! The program is explored once and the schedules of all its executions are kept; then they are executed again, one after
//! the other, in the same JVM.

use super::check;
use super::interrupt::on_interrupt;
use super::options::{Format, Options};
use super::{ERROR, fail};
use crate::session::command::JavaCommand;
use crate::session::launch::find_agent;
use crate::session::stop::Stop;
use crate::session::{Session, stopped};
use anyhow::{Context, bail};
use mcr_explore::{Conclusion, EverythingMatters, Program};
use mcr_protocol::{End, MemoryModel, Schedule, Trace};
use serde::Serialize;
use std::ffi::OsString;
use std::fs;
use std::time::{Duration, Instant};

/// What was measured.
#[derive(Debug, Serialize)]
struct Measurement {
    version: &'static str,
    /// Different schedules.
    schedules: usize,
    /// Executions while the program was explored first.
    explored_executions_per_s: f64,
    executions: u64,
    wall_s: f64,
    executions_per_s: f64,
    events_per_execution: f64,
    /// Processor time of the JVM, all threads.
    jvm_cpu_s: f64,
    jvm_cpu_ms_per_execution: f64,
}

/// Measures the program that a command starts; the exit status.
pub fn bench(options: &Options, duration: Duration, command: &[OsString]) -> u8 {
    let one = || options.one_job("what one JVM can do is measured");
    if let Err(message) = options.contradictions().and_then(|()| options.no_dependences()).and_then(|()| one()) {
        return fail(message);
    }
    let command = match JavaCommand::parse(command) {
        Ok(command) => command,
        Err(message) => return fail(message),
    };
    let model = match options.single_model() {
        Ok(model) => model,
        Err(message) => return fail(message),
    };
    match measure(options, model, duration, &command) {
        Ok(measurement) => print(&measurement, options.format),
        Err(error) => fail(format_args!("{error:#}")),
    }
}

/// A program that remembers how it was run.
struct Recorder<'a> {
    program: &'a mut Session,
    schedules: Vec<Schedule>,
}

impl Program for Recorder<'_> {
    fn execute(&mut self, schedule: &Schedule) -> anyhow::Result<Trace> {
        let trace = self.program.execute(schedule)?;
        if trace.end == End::Restart {
            // From here on other operations are announced.
            self.schedules.clear();
        } else {
            self.schedules.push(schedule.clone());
        }
        Ok(trace)
    }

    fn give_up_after(&mut self, events: u64) -> anyhow::Result<()> {
        self.program.give_up_after(events)
    }
}

fn measure(
    options: &Options,
    model: MemoryModel,
    duration: Duration,
    command: &JavaCommand,
) -> anyhow::Result<Measurement> {
    let stop = Stop::after(options.timeout);
    on_interrupt(&stop);
    let mut session = Session::launch(command, &find_agent()?, &options.configure(model), &stop)?;
    // Exploring and measuring may each take so long, also where one execution has no end.
    stop.limit(duration * 2);
    let start = Instant::now();
    let mut recorder = Recorder { program: &mut session, schedules: Vec::new() };
    let all = Options { keep_going: true, ..options.clone() };
    let half = Stop::after(Some(duration));
    let run = check::explore_until(half.deadline(), &mut recorder, model, &all, &stop, start, &EverythingMatters);
    let schedules = recorder.schedules;
    if let Conclusion::Error(reason) | Conclusion::AuditFailed(reason) = &run.exploration.conclusion {
        bail!("{reason}");
    }
    if schedules.is_empty() {
        match &run.exploration.conclusion {
            Conclusion::Incomplete(reason) => bail!("the program was not run once: {reason}"),
            _ => bail!("the program was not run once"),
        }
    }
    let explored_executions_per_s = rate(schedules.len() as u64, run.wall);

    let cpu = cpu_time(&session)?;
    let start = Instant::now();
    let (mut executions, mut events) = (0, 0);
    for schedule in schedules.iter().cycle() {
        if start.elapsed() >= duration || stop.check().is_err() {
            break;
        }
        let trace = match session.execute(schedule) {
            Err(error) if stopped(&error).is_some() => break,
            trace => trace?,
        };
        if let End::Diverged { event, message } = &trace.end {
            bail!("schedule {} diverged at event {event}: {message}", executions % schedules.len() as u64);
        }
        executions += 1;
        events += trace.events.len() as u64;
    }
    if executions == 0 {
        bail!(
            "nothing was measured: {}",
            stop.check().err().map_or_else(|| "the time was over".to_owned(), |why| why.to_string())
        );
    }
    let wall = start.elapsed();
    let jvm_cpu_s = cpu_time(&session)? - cpu;
    session.quit(0);
    Ok(Measurement {
        version: env!("CARGO_PKG_VERSION"),
        schedules: schedules.len(),
        explored_executions_per_s,
        executions,
        wall_s: wall.as_secs_f64(),
        executions_per_s: rate(executions, wall),
        events_per_execution: per(events as f64, executions),
        jvm_cpu_s,
        jvm_cpu_ms_per_execution: per(jvm_cpu_s * 1000.0, executions),
    })
}

/// Seconds of processor time that the JVM has used.
fn cpu_time(session: &Session) -> anyhow::Result<f64> {
    let id = session.process().context("the JVM was not started by this process")?;
    let path = format!("/proc/{id}/stat");
    let text = fs::read_to_string(&path).with_context(|| format!("cannot read {path}"))?;
    ticks(&text)
        .map(|ticks| ticks as f64 / rustix::param::clock_ticks_per_second() as f64)
        .with_context(|| format!("{path} is malformed"))
}

/// User and system time in the text of `/proc/PID/stat`. The second field, in parentheses, may contain anything.
fn ticks(stat: &str) -> Option<u64> {
    let (_, fields) = stat.rsplit_once(')')?;
    let mut fields = fields.split_whitespace().skip(11);
    Some(fields.next()?.parse::<u64>().ok()? + fields.next()?.parse::<u64>().ok()?)
}

fn rate(count: u64, time: Duration) -> f64 {
    count as f64 / time.as_secs_f64().max(1e-6)
}

fn per(amount: f64, count: u64) -> f64 {
    if count == 0 { 0.0 } else { amount / count as f64 }
}

fn print(m: &Measurement, format: Format) -> u8 {
    let text = match format {
        Format::Json => match serde_json::to_string_pretty(m) {
            Ok(text) => text + "\n",
            Err(error) => return fail(error),
        },
        Format::Text => format!(
            "schedules             {}\n\
             while exploring       {:.0} executions/s\n\
             re-executions         {} in {:.2} s\n\
             \x20                     {:.0} executions/s\n\
             events per execution  {:.1}\n\
             JVM processor time    {:.2} s, {:.3} ms per execution\n",
            m.schedules,
            m.explored_executions_per_s,
            m.executions,
            m.wall_s,
            m.executions_per_s,
            m.events_per_execution,
            m.jvm_cpu_s,
            m.jvm_cpu_ms_per_execution
        ),
    };
    super::print(&text, if m.executions > 0 { 0 } else { ERROR })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn processor_time_is_found_behind_any_process_name() {
        let stat = "12 (a) b (c) S 1 2 3 4 5 6 7 8 9 10 70 30 0 0 20 0 5";
        assert_eq!(ticks(stat), Some(100));
        assert_eq!(ticks("nonsense"), None);
    }
}
