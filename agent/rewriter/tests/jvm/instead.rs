//! Hooks that stand in for methods and static fields, and hooks around static initialisers, on every JDK of this machine and under its
//! strictest verifier.

use crate::support::{Jdk, List, compile, java_sources, run, scratch, with_hooks};
use mcr_rewriter::policy::{Call, CallAction, EntryHook, Monitors, Policy};
use std::fs;

/// Lets hooks stand in for methods and static fields of `Instead`, and calls hooks around its static initialisers.
struct Instead {
    monitors: Monitors,
    reports_control: bool,
    reports_handlers: bool,
    around_initialisers: bool,
}

impl Policy for Instead {
    fn hooks(&self) -> &str {
        "mcrtest/Instead"
    }
    fn loop_hooks(&self) -> Option<&str> {
        Some("mcrtest/Hooks")
    }
    fn reports_field(&self, _: &str, _: &str, _: bool) -> bool {
        false
    }
    fn reports_arrays(&self) -> bool {
        false
    }
    fn static_substitute(&self, owner: &str, name: &str, descriptor: &str) -> Option<&'static str> {
        match (owner, name, descriptor) {
            ("fixtures/Instead", "word" | "none" | "any", "Ljava/lang/String;" | "Ljava/lang/Object;")
            | ("fixtures/Instead", "numbers", "[I")
            | ("fixtures/Instead", "list", "Ljava/util/List;") => Some("substitute"),
            _ => None,
        }
    }
    fn monitors(&self) -> Monitors {
        self.monitors
    }
    fn call(&self, _: &Call<'_>) -> CallAction {
        CallAction::Keep
    }
    fn entry(&self, method: &str, _: &str) -> Option<EntryHook> {
        const METHODS: [&str; 19] = [
            "nothing",
            "integer",
            "longs",
            "truth",
            "bytes",
            "chars",
            "shorts",
            "floats",
            "doubles",
            "text",
            "array",
            "object",
            "locked",
            "loop",
            "staticNothing",
            "staticInteger",
            "staticDouble",
            "staticText",
            "staticLocked",
        ];
        let hook = METHODS.into_iter().find(|known| *known == method);
        hook.map(|hook| EntryHook::Replace { hook, applies: "applies" })
    }
    fn reports_initialisation(&self, _: &str) -> bool {
        false
    }
    fn reports_control(&self) -> bool {
        self.reports_control
    }
    fn reports_handlers(&self) -> bool {
        self.reports_handlers
    }
    fn surround(&self, method: &str) -> Option<(&'static str, &'static str)> {
        (self.around_initialisers && method == "<clinit>").then_some(("enter", "exit"))
    }
}

/// What `Instead` prints, without the lines of hooks on monitors, handlers and initialisers.
const INSTEAD: &str = "\
-- kept
nothing 2
1 5 false
1 c 2 3.0 4.0
4 3 null
1 0 6
locked
-- replaced
instead replaced2
112 1099511627782 true
-128 d 3 3.5 4.25
11 33 object
11 -5 6
hook
-- static
nothing 1
6 3.0 1 b
-- static
instead 1
-4 -1.0 8 binstead
-- fields
5 41 other any! null 71
longer!
-- initialisers
early
4
late
5
";

/// Compiles `Instead`, puts its hooks in, runs it; returns what was printed, and what of it no hook has.
fn instead(name: &str, policy: &Instead, options: &[&str]) -> Vec<(String, String)> {
    let ran = Jdk::all().into_iter().filter(|jdk| jdk.version >= 17).map(|jdk| {
        let work = scratch(&format!("instead-{name}-{}", jdk.name));
        let mut sources = java_sources("fixtures");
        sources.retain(|source| source.ends_with("Instead.java"));
        let plain = compile(&jdk, &work, options, &sources);
        let (woven, figures) = with_hooks(&jdk, &work, &plain, policy);
        assert_eq!(figures.skipped, [""; 0]);
        let locked = format!("-Dmcrtest.locked={}", policy.monitors != Monitors::Replace);
        let (printed, _) = run(&jdk, &woven, "Instead", &[&locked]);
        let of_hooks = ["enter", "exit", "clinit", "caught", "sync"];
        let own = printed.lines().filter(|line| !of_hooks.iter().any(|hook| line.starts_with(hook)));
        let own = own.map(|line| format!("{line}\n")).collect();
        (printed, own)
    });
    ran.collect()
}

#[test]
fn hooks_stand_in_for_methods_and_static_fields() {
    for monitors in [Monitors::Keep, Monitors::Report, Monitors::Replace] {
        let policy = Instead { monitors, reports_control: false, reports_handlers: false, around_initialisers: false };
        for (printed, own) in instead("instead", &policy, &["-g"]) {
            assert_eq!(own, INSTEAD, "{monitors:?}");
            // Of the calls of synchronized methods, the hooks on monitors see those that no other hook has ended.
            let hooks: Vec<_> = printed.lines().filter(|line| line.starts_with("sync")).collect();
            let expected = if monitors == Monitors::Keep { vec![] } else { ["syncEnter", "syncExit"].repeat(3) };
            assert_eq!(hooks, expected, "{monitors:?}");
        }
    }
}

/// What the hooks print of the last part of `Instead`: three static initialisers.
fn of_initialisers(printed: &str) -> String {
    printed.split("-- initialisers\n").nth(1).unwrap_or_default().replace('\n', " ")
}

#[test]
fn static_initialisers_have_hooks_at_every_way_out() {
    let mut policy = Instead {
        monitors: Monitors::Keep,
        reports_control: false,
        reports_handlers: false,
        around_initialisers: true,
    };
    for (printed, own) in instead("around", &policy, &["-g"]) {
        assert_eq!(own, INSTEAD);
        // The second one fails, the third one catches.
        assert_eq!(of_initialisers(&printed), "enter early exit 4 enter exit late enter exit 5 ");
    }
    policy.reports_control = true;
    for (printed, own) in instead("around-reported", &policy, &["-g"]) {
        assert_eq!(own, INSTEAD);
        let expected = "clinitEnter enter early exit clinitExit 4 clinitEnter enter exit clinitExit late \
                        clinitEnter enter exit clinitExit 5 ";
        assert_eq!(of_initialisers(&printed), expected);
    }
}

#[test]
fn handlers_are_selected_on_their_own() {
    for (reports_control, reports_handlers) in [(false, true), (true, false)] {
        let policy =
            Instead { monitors: Monitors::Keep, reports_control, reports_handlers, around_initialisers: false };
        for (printed, own) in instead("handlers", &policy, &["-g"]) {
            assert_eq!(own, INSTEAD);
            let expected = if reports_handlers {
                "early 4 caught ExceptionInInitializerError late caught IllegalStateException 5 "
            } else {
                "clinitEnter early clinitExit 4 clinitEnter clinitExit late clinitEnter clinitExit 5 "
            };
            assert_eq!(of_initialisers(&printed), expected);
            assert_eq!(printed.contains("caught IllegalStateException\nhook"), reports_handlers);
        }
    }
}

#[test]
fn what_cannot_be_replaced_is_skipped() {
    /// Wants a hook in the place of every method.
    struct Always;
    impl Policy for Always {
        fn hooks(&self) -> &str {
            "mcrtest/Hooks"
        }
        fn reports_field(&self, _: &str, _: &str, _: bool) -> bool {
            false
        }
        fn reports_arrays(&self) -> bool {
            false
        }
        fn static_substitute(&self, _: &str, _: &str, _: &str) -> Option<&'static str> {
            Some("substitute")
        }
        fn monitors(&self) -> Monitors {
            Monitors::Keep
        }
        fn call(&self, _: &Call<'_>) -> CallAction {
            CallAction::Keep
        }
        fn entry(&self, method: &str, _: &str) -> Option<EntryHook> {
            (method != "number").then_some(EntryHook::Replace { hook: "hook", applies: "applies" })
        }
        fn reports_initialisation(&self, _: &str) -> bool {
            false
        }
        fn reports_control(&self) -> bool {
            false
        }
    }
    let jdk = &Jdk::all()[0];
    let work = scratch("skipped");
    let source = work.join("Odd.java");
    let text = "abstract class Odd { static int x; Odd() { } abstract void a(); native void b(); void c() { } \
                static int number() { return x; } }";
    fs::write(&source, text).unwrap();
    jdk.compile(&[source], &[], &work);
    let class = fs::read(work.join("Odd.class")).unwrap();
    let done = mcr_rewriter::rewrite(&class, &Always, &mut List::default()).unwrap();
    let skipped: Vec<_> = done.skipped_methods.iter().map(|(method, _)| method.as_str()).collect();
    assert_eq!(skipped, ["<init>()V", "a()V", "b()V", "number()I"]);
}
