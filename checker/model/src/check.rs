//! Replays a trace in the model: every event must be a step of the model, and have the outcome that the model predicts.
//!
//! What a thread reads is what memory holds, who enters a monitor finds it free, who gives up waiting may do so. A trace that breaks these rules was shaped by something that is no event.

use super::learn::describe;
use super::names::ThreadIx;
use super::state::{Choice, Life, State};
use super::trie::Op;
use super::{Model, differs};
use mcr_protocol::{Action, End, Event, Outcome, Trace, Value};

/// Compares a trace, already learned, with the model.
///
/// # Errors
/// Where they differ; a sentence for the user.
pub fn check(model: &Model, trace: &Trace) -> Result<(), String> {
    let mut state = State::exact(model);
    for (number, event) in trace.events.iter().enumerate() {
        let wrong = |why: &str| {
            let what = describe(&model.symbols, event.thread, event.site, &event.action);
            Err(differs::outcome_of(&format!("event {number}: {what}: {why}")))
        };
        if state.finish().is_some() {
            return wrong("the execution was over");
        }
        let thread = model.names.find_thread(event.thread).filter(|t| runs(&state, *t));
        let Some(thread) = thread else { return wrong("the thread does not run") };
        let Some(choice) = choice(model, event) else { return wrong("nobody has written there") };
        if !possible(model, &state, thread, choice) {
            return wrong("it could not go on");
        }
        if let (Action::Arrive(_, value), Choice::Arrive(location)) = (&event.action, choice)
            && state.buffered(thread).iter().find(|write| write.location == location).map(|write| write.value)
                != Some(*value)
        {
            return wrong("another value was written");
        }
        let before = state.learned(model, thread, choice);
        if let (Action::Read(_), Outcome::Read(read), Some(expected)) = (&event.action, event.outcome, before)
            && read != expected
        {
            return wrong(&found(model, event, read, expected));
        }
        if let (Action::Update(..), Outcome::Updated { old, .. }, Some(expected)) =
            (&event.action, event.outcome, before)
            && old != expected
        {
            return wrong(&found(model, event, old, expected));
        }
        match step(model, &mut state, thread, choice) {
            Some(outcome) if outcome == event.outcome => {}
            expected => {
                let words = |outcome| differs::outcome(&model.symbols, &Event { outcome, ..event.clone() });
                let expected =
                    expected.map_or_else(|| "it cannot happen".to_owned(), |o| format!("expected:{}", words(o)));
                return wrong(&format!("it came:{}; {expected}", words(event.outcome)));
            }
        }
    }
    let over = match trace.end {
        End::Normal => state.foreground() == 0,
        End::Exit(code) => state.finish() == Some(super::state::Finish::Exit(code)),
        End::Deadlock | End::Livelock => {
            state.finish().is_none() && idle(model, &state) && !somebody_may_give_up(model, &state)
        }
        _ => true,
    };
    if over {
        return Ok(());
    }
    let count = trace.events.len();
    let what = format!(
        "the execution was over after {count} events: {}, which the events do not show",
        differs::end(&trace.end)
    );
    Err(differs::outcome_of(&what))
}

/// What an event has found, and what it should have.
fn found(model: &Model, event: &Event, found: Value, expected: Value) -> String {
    let shown = |value: Value| match event.action {
        Action::Read(location) | Action::Update(location, _) => model.symbols.value(location, value),
        _ => value.0.to_string(),
    };
    format!("it read {}, but {} was there", shown(found), shown(expected))
}

/// The step that an event was; none if it is about something that the model does not know.
#[must_use]
pub fn choice(model: &Model, event: &Event) -> Option<Choice> {
    use mcr_protocol::Wake;
    Some(match (&event.action, event.outcome) {
        (Action::Arrive(location, _), _) => Choice::Arrive(model.names.find_location(*location)?),
        (_, Outcome::Woke(woken)) => Choice::Wake(woken.and_then(|id| model.names.find_thread(id))),
        (_, Outcome::Resumed(wake)) => Choice::Back(wake),
        (Action::Guarded { patience, .. }, Outcome::Updated { .. }) if patience.tells() => Choice::Back(Wake::Notified),
        (Action::State(_) | Action::Choose(_), Outcome::Read(number)) => Choice::Number(number.0),
        _ => Choice::Plain,
    })
}

/// Whether a step of a running thread is possible, as the rules say.
#[must_use]
pub fn possible(model: &Model, state: &State, thread: ThreadIx, choice: Choice) -> bool {
    let mut listed = false;
    if let Choice::Arrive(location) = choice {
        state.arrivals(model, thread, |l| listed |= l == location);
        return listed;
    }
    state.choices(model, thread, |c| listed |= c == choice);
    listed
        || choice == Choice::Plain && state.would_go_on(model, thread)
        || state.gives_up_idle(model, thread) == Some(choice)
            && running(state).all(|other| other == thread || !state.can_go_on(model, other))
}

/// Whether no thread can go on, unless one gives up.
#[must_use]
pub fn idle(model: &Model, state: &State) -> bool {
    !running(state).any(|thread| state.can_go_on(model, thread))
}

/// Whether a thread gives up if no other can go on.
#[must_use]
pub fn somebody_may_give_up(model: &Model, state: &State) -> bool {
    running(state).any(|thread| state.gives_up_idle(model, thread).is_some())
}

/// Whether a thread runs.
#[must_use]
pub fn runs(state: &State, thread: ThreadIx) -> bool {
    state.thread(thread).life == Life::Running
}

/// The threads that run.
pub fn running(state: &State) -> impl Iterator<Item = ThreadIx> + '_ {
    (0u32..).zip(state.threads()).filter(|(_, t)| t.life == Life::Running).map(|(n, _)| ThreadIx(n))
}

/// A step, refused where it would break a rule that the traces of a correct agent keep.
#[must_use]
pub fn step(model: &Model, state: &mut State, thread: ThreadIx, choice: Choice) -> Option<Outcome> {
    match model.tries.cell(state.thread(thread).cell).op? {
        _ if matches!(choice, Choice::Arrive(_)) => {}
        Op::Release(m)
        | Op::Wait { monitor: m, .. }
        | Op::Notify { monitor: m, .. }
        | Op::NotifyAll { monitor: m, .. }
            if state.owner(m) != Some(thread) =>
        {
            return None;
        }
        Op::Start { child, .. } if state.thread(child).life != Life::NotStarted => return None,
        _ => {}
    }
    state.step(model, thread, choice)
}
