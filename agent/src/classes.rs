//! Classes: which were rewritten, and what the fields and methods that instructions name really are.
//!
//! Rewritten bytes are remembered, because every execution may load the application's classes again; so a place in the
//! code keeps its number.
//!
//! Invariant: a class is known by its name and by who has defined it ([`LoaderId`]). Each class has places of its own,
//! also if another loader has defined the same class file. What a name in a class of another loader means only the JVM
//! knows for certain: where that matters, the Java runtime asks it (`Places.java`); here ([`lookup`]) the loader's own
//! classes come first, then those of the class path.

mod lookup;

use crate::coverage::{Coverage, PROXY, Unseen, hides_statics};
use crate::generated::Generated;
use crate::policy::{
    Application, Library, Methods, Once, is_hooked_jdk, is_jdk_name, is_library_of_jdk, is_registry, is_rewritten_jdk,
    is_runtime_name, is_unrepeatable,
};
use crate::stack::Method;
use mcr_protocol::glob;
use mcr_protocol::{Site, class_file_hash};
use mcr_rewriter::policy::Policy;
use mcr_rewriter::site::{Operation, SiteInfo, Sites};
use mcr_rewriter::{ClassInfo, Scope, class_info, desugar, rewrite, synchronized};
use rustc_hash::{FxHashMap, FxHashSet};
use std::sync::Arc;

/// Who has defined a class. 0 stands for the loaders of the JDK and that of the class path, no two of which have
/// classes of one name; any other number is the name of a loader, which is an object of the program and has the same
/// name in every execution.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct LoaderId(pub u64);

impl LoaderId {
    /// The loaders of the JDK and that of the class path.
    pub const COMMON: Self = LoaderId(0);
}

/// The classes that a loader has defined.
#[derive(Default)]
struct Defined {
    known: FxHashMap<String, ClassInfo>,
    rewritten: FxHashSet<String>,
}

/// How classes of the application are rewritten.
#[derive(Clone, Debug, Default)]
pub struct Configuration {
    /// If there are any, only classes that one of these globs matches are.
    pub instrument: Vec<String>,
    /// Classes that one of these matches are not.
    pub exclude: Vec<String>,
    /// Constructors tell that they have written final fields.
    pub barriers: bool,
    /// Those of the class path stay from one execution to the next.
    pub stay: bool,
    /// The program's own tell what they call.
    pub tells_calls: bool,
}

/// Everything known of classes.
#[derive(Default)]
pub struct Classes {
    defined: FxHashMap<LoaderId, Defined>,
    cache: FxHashMap<(LoaderId, String, u64), Loaded>,
    /// Classes made for lambdas, by internal name; they need no hooks.
    generated: FxHashMap<String, Arc<[u8]>>,
    sites: SiteTable,
    /// Lines on stacks that are places, by class, method and line.
    frames: FxHashMap<(String, String, Option<u32>), u32>,
    configuration: Configuration,
    /// The program's own, by internal name, where calls are told.
    told: FxHashSet<String>,
    /// Why classes of the class path cannot stay from one execution to the next.
    not_kept: Option<String>,
    /// Methods (name and descriptor) that the JVM has lost the flag of that they are synchronized, of classes that were
    /// loaded before.
    unflagged: FxHashMap<String, FxHashSet<String>>,
    new_skipped: Vec<(String, String)>,
    /// What was loaded without hooks.
    pub coverage: Coverage,
    /// Class files of the application by name, with their hashes, that the checker does not know.
    new_loaded: Vec<(String, u64)>,
    rewritten_applications: u32,
    /// Registries of the JDK without a static initialiser that the Java runtime has not been told of.
    new_registries: Vec<String>,
}

const ACC_ABSTRACT: u16 = 0x0400;

/// A class as it is loaded.
#[derive(Clone, Default)]
struct Loaded {
    /// None: as it is.
    bytes: Option<Arc<[u8]>>,
    /// What in it has no hooks although it should, and does not tell that it is executed.
    unseen: Vec<Unseen>,
}

/// All places, by number; 0 is no place.
#[derive(Default)]
struct SiteTable {
    sites: Vec<SiteInfo>,
    /// For each site the loader of its class.
    loaders: Vec<LoaderId>,
    /// That of the class being rewritten.
    loader: LoaderId,
    /// What the JVM would say where null is found.
    nulls: FxHashMap<u32, String>,
    /// What the objects that are called are written as.
    written: FxHashMap<u32, String>,
    /// Where code of the application asks for what differs between executions ([`is_unrepeatable`]), and how many of these were told.
    unrepeatable: Vec<u32>,
    told: usize,
}

impl Sites for SiteTable {
    fn add(&mut self, site: SiteInfo) -> u32 {
        let number = u32::try_from(self.sites.len() + 1).unwrap_or(u32::MAX);
        if let Operation::Call { owner, name, .. } = &site.operation
            && is_unrepeatable(owner, name)
            && !is_jdk_name(&site.class)
        {
            self.unrepeatable.push(number);
        }
        self.sites.push(site);
        self.loaders.push(self.loader);
        number
    }

    fn written(&mut self, site: u32, variable: String) {
        self.written.insert(site, variable);
    }

    fn if_null(&mut self, site: u32, message: String) {
        self.nulls.insert(site, message);
    }
}

/// Who loads a class.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// A loader of the JDK.
    Boot,
    /// The loader of the application's class path, which can be given more classes.
    Application,
    /// Another loader of the application.
    Other(LoaderId),
}

impl Origin {
    fn loader(self) -> LoaderId {
        match self {
            Origin::Boot | Origin::Application => LoaderId::COMMON,
            Origin::Other(loader) => loader,
        }
    }
}

impl Classes {
    /// To be called before any class of the application is loaded.
    pub fn configure(&mut self, configuration: Configuration) {
        self.configuration = configuration;
    }

    /// Why classes of the class path cannot stay from one execution to the next, if any was loaded that cannot: code without hooks does not say
    /// which classes it needs.
    pub fn not_kept(&self) -> Option<&str> {
        self.not_kept.as_deref()
    }

    /// Calls of this class are told, if any are.
    pub fn tell_calls_of(&mut self, name: String) {
        if self.configuration.tells_calls {
            self.told.insert(name);
        }
    }

    /// The classes of which calls are told, with dots, in order.
    pub fn told_classes(&self) -> Vec<String> {
        let mut names: Vec<String> = self.told.iter().map(|name| name.replace('/', ".")).collect();
        names.sort_unstable();
        names
    }

    fn cannot_stay(&mut self, origin: Origin, name: &str, why: &str) {
        if origin == Origin::Application {
            self.not_kept.get_or_insert_with(|| format!("{} {why}", name.replace('/', ".")));
        }
    }

    /// These methods (name and descriptor) of a class that was loaded before are synchronized, but the JVM does not know
    /// any more: nor is it to when they are rewritten.
    pub fn lose_flags(&mut self, name: String, methods: impl IntoIterator<Item = String>) {
        self.unflagged.insert(name, methods.into_iter().collect());
    }

    /// The class file to load instead of this one; none to load it as it is. `fresh`: the JVM does not have the class yet.
    pub fn transform(&mut self, name: &str, origin: Origin, bytes: &[u8], fresh: bool) -> Option<Arc<[u8]>> {
        if origin == Origin::Application && self.generated.contains_key(name) {
            return None;
        }
        let flagged = self.unflagged.get(name).filter(|_| origin == Origin::Boot).and_then(|methods| {
            synchronized(bytes, |method, descriptor| methods.contains(&format!("{method}{descriptor}"))).ok()
        });
        let bytes = flagged.as_deref().unwrap_or(bytes);
        let key = (origin.loader(), name.to_owned(), class_file_hash(bytes));
        if let Some(cached) = self.cache.get(&key) {
            self.coverage.loaded(&cached.unseen, origin == Origin::Boot);
            return cached.bytes.clone();
        }
        if origin != Origin::Boot && !is_proxy_name(name) {
            self.new_loaded.push((name.replace('/', "."), key.2));
        }
        let made = self.rewrite(name, origin, bytes, fresh);
        if !made.unseen.is_empty() {
            self.cannot_stay(origin, name, "has code without hooks");
        }
        self.coverage.loaded(&made.unseen, origin == Origin::Boot);
        self.cache.insert(key, made.clone());
        made.bytes
    }

    /// The rewriter has failed on the class of these bytes, or the JVM does not take what it has made: it is loaded as
    /// it is, now and whenever it is loaded again.
    pub fn give_up(&mut self, name: &str, origin: Origin, bytes: &[u8], reason: &str) {
        self.sites.loader = origin.loader();
        let unseen = self.unseen_class(name, reason);
        self.cannot_stay(origin, name, "has code without hooks");
        self.coverage.loaded(&unseen, origin == Origin::Boot);
        self.cache.insert((origin.loader(), name.to_owned(), class_file_hash(bytes)), Loaded { bytes: None, unseen });
    }

    fn rewrite(&mut self, name: &str, origin: Origin, bytes: &[u8], fresh: bool) -> Loaded {
        let loader = origin.loader();
        self.sites.loader = loader;
        let info = class_info(bytes);
        let is_proxy = is_proxy_name(name) && info.as_ref().is_ok_and(|info| info.super_name.as_deref() == Some(PROXY));
        let hidden = origin == Origin::Application && info.as_ref().is_ok_and(|info| info.name != name);
        let policy: Box<dyn Policy> = match origin {
            Origin::Boot if is_rewritten_jdk(name) => {
                Box::new(Library::of(name, self.configuration.barriers, fresh || self.unflagged.contains_key(name)))
            }
            Origin::Boot if is_hooked_jdk(name) => Box::new(Methods::of(name)),
            Origin::Boot if is_jdk_name(name) => {
                let registry = is_registry(name);
                let done = match rewrite(bytes, &Once { class: name, registry }, &mut self.sites) {
                    Ok(done) => done,
                    Err(e) => return self.skip(name, &e.to_string()),
                };
                let initialises = info.is_ok_and(|info| info.methods.iter().any(|method| &*method.name == "<clinit>"));
                if registry && !initialises {
                    self.new_registries.push(name.replace('/', "."));
                }
                let bytes = (!done.unchanged).then(|| done.bytes.into());
                return Loaded { bytes, unseen: Vec::new() };
            }
            _ if is_proxy => return Loaded::default(),
            Origin::Application | Origin::Other(_)
                if !is_jdk_name(name) && (is_library_of_jdk(name) || self.is_selected(&name.replace('/', "."))) =>
            {
                let thread = info.as_ref().ok().filter(|info| self.is_thread(origin.loader(), info)).cloned();
                let Configuration { barriers, stay, .. } = self.configuration;
                let stays = stay && origin == Origin::Application && !hidden;
                let tells_calls = origin == Origin::Application && self.told.contains(name);
                let of_jdk = is_library_of_jdk(name);
                Box::new(Application { barriers, knows_its_name: !hidden, stays, thread, tells_calls, of_jdk })
            }
            Origin::Application | Origin::Other(_) if !is_jdk_name(name) => {
                self.coverage.exclude(name.replace('/', "."));
                self.cannot_stay(origin, name, "is excluded");
                return Loaded::default();
            }
            Origin::Application | Origin::Other(_) if info.as_ref().is_ok_and(|info| hides_statics(name, info)) => {
                let unseen = vec![self.unseen_class_as(
                    name,
                    "the static fields of a class of the program that is named as those of the JDK are",
                )];
                return Loaded { bytes: None, unseen };
            }
            Origin::Boot if !is_jdk_name(name) && !is_runtime_name(name) => {
                let unseen = vec![self.unseen_class_as(
                    name,
                    "a class that is no part of the JDK and that a loader of the JVM has loaded",
                )];
                return Loaded { bytes: None, unseen };
            }
            _ => {
                let has_code = |info: &ClassInfo| info.methods.iter().any(|method| method.access & ACC_ABSTRACT == 0);
                if info.as_ref().is_ok_and(has_code) {
                    self.cannot_stay(origin, name, "is named like a class of the JDK and has no hooks");
                }
                return Loaded::default();
            }
        };
        let info = match info {
            Ok(info) => info,
            Err(e) => return self.skip(name, &e.to_string()),
        };
        // The bytes of a hidden class do not tell its name.
        let plain = self.desugar(if hidden { Origin::Other(loader) } else { origin }, bytes);
        let (plain, without_hooks) = plain.map_or_else(Default::default, |(plain, unseen)| (Some(plain), unseen));
        self.defined.entry(loader).or_default().known.insert(name.to_owned(), info);
        let rewritten = match plain {
            Some(plain) => {
                rewrite(&plain, &*policy, &mut self.sites).or_else(|_| rewrite(bytes, &*policy, &mut self.sites))
            }
            None => rewrite(bytes, &*policy, &mut self.sites),
        };
        match rewritten {
            Ok(rewritten) => {
                if !rewritten.skipped_methods.is_empty() {
                    self.cannot_stay(origin, name, "has methods without hooks");
                }
                for (method, reason) in rewritten.skipped_methods {
                    self.new_skipped.push((format!("{}.{method}", name.replace('/', ".")), reason));
                }
                let unseen = rewritten.unseen_methods.iter();
                let unseen = unseen.map(|(method, reason)| self.unseen_method(name, method, reason));
                let unseen = unseen.chain(without_hooks).collect();
                if !is_hooked_jdk(name) || is_rewritten_jdk(name) {
                    self.defined.entry(loader).or_default().rewritten.insert(name.to_owned());
                }
                if origin != Origin::Boot {
                    self.rewritten_applications += 1;
                }
                Loaded { bytes: Some(rewritten.bytes.into()), unseen }
            }
            Err(e) => self.skip(name, &e.to_string()),
        }
    }

    /// The class with plain code in the place of `invokedynamic`, and what of that has no hooks; none if nothing
    /// changes.
    fn desugar(&mut self, origin: Origin, bytes: &[u8]) -> Option<(Vec<u8>, Vec<Unseen>)> {
        let scope = match origin {
            Origin::Boot => return None,
            Origin::Application => Scope::All,
            Origin::Other(_) => Scope::Strings,
        };
        let done = desugar(bytes, scope).ok().filter(|done| !done.unchanged)?;
        let mut unseen = Vec::new();
        for (name, bytes) in done.classes {
            let made = match rewrite(&bytes, &Generated { barriers: self.configuration.barriers }, &mut self.sites) {
                Ok(rewritten) => {
                    let methods = rewritten.unseen_methods.iter();
                    unseen.extend(methods.map(|(method, reason)| self.unseen_method(&name, method, reason)));
                    rewritten.bytes
                }
                Err(e) => {
                    unseen.extend(self.unseen_class(&name, &e.to_string()));
                    bytes
                }
            };
            self.generated.insert(name, made.into());
        }
        Some((done.bytes, unseen))
    }

    /// The class file made for a lambda, by internal name.
    pub fn generated(&self, name: &str) -> Option<Arc<[u8]>> {
        self.generated.get(name).cloned()
    }

    fn skip(&mut self, name: &str, reason: &str) -> Loaded {
        Loaded { bytes: None, unseen: self.unseen_class(name, reason) }
    }

    /// Names of registries of the JDK without a static initialiser that were loaded since the last call.
    pub fn take_registries(&mut self) -> Vec<String> {
        std::mem::take(&mut self.new_registries)
    }

    /// A class that stays without hooks.
    fn unseen_class(&mut self, name: &str, reason: &str) -> Vec<Unseen> {
        self.new_skipped.push((name.replace('/', "."), reason.to_owned()));
        vec![self.unseen_class_as(name, &format!("a class that could not be rewritten ({reason})"))]
    }

    fn unseen_class_as(&mut self, name: &str, what: &str) -> Unseen {
        (what.to_owned(), self.unseen_place(name, "<clinit>", "()V", what))
    }

    /// A method, given as name and descriptor, that stays without hooks.
    fn unseen_method(&mut self, class: &str, method: &str, reason: &str) -> Unseen {
        let (name, descriptor) = method.split_at(method.find('(').unwrap_or(method.len()));
        (unseen(reason), self.unseen_place(class, name, descriptor, reason))
    }

    /// A place for what has none of its own.
    fn unseen_place(&mut self, class: &str, method: &str, descriptor: &str, reason: &str) -> u32 {
        let file = self.known(self.sites.loader, class).and_then(|info| info.source_file.clone());
        let (class, method, descriptor) = (class.to_owned(), method.to_owned(), descriptor.to_owned());
        let operation = Operation::Unseen { reason: reason.to_owned() };
        self.sites.add(SiteInfo { class, method, descriptor, bci: 0, line: None, file, operation, waits_once: false })
    }

    /// What is not covered where the one hook of a method is called.
    pub fn unseen(&self, site: u32) -> Option<String> {
        match &self.site(site)?.operation {
            Operation::Unseen { reason } => Some(unseen(reason)),
            _ => None,
        }
    }

    fn is_selected(&self, name: &str) -> bool {
        let matches = |globs: &[String]| globs.iter().any(|glob| glob::matches(glob, name));
        let Configuration { instrument, exclude, .. } = &self.configuration;
        (instrument.is_empty() || matches(instrument)) && !matches(exclude)
    }

    /// Whether a class (internal name) has been rewritten as a whole.
    pub fn is_rewritten(&self, loader: LoaderId, name: &str) -> bool {
        self.defined.get(&loader).is_some_and(|defined| defined.rewritten.contains(name))
    }

    /// The message of the exception that a hook throws for null.
    pub fn if_null(&self, site: u32) -> Option<&str> {
        self.sites.nulls.get(&site).map(String::as_str)
    }

    /// The class that a name means in a class of this loader.
    fn known(&self, loader: LoaderId, name: &str) -> Option<&ClassInfo> {
        let defined = |loader| self.defined.get(&loader).and_then(|defined: &Defined| defined.known.get(name));
        defined(loader).or_else(|| defined(LoaderId::COMMON))
    }

    /// Who has defined the class that has a site.
    pub fn loader(&self, site: u32) -> LoaderId {
        let loader = site.checked_sub(1).and_then(|index| self.sites.loaders.get(index as usize));
        loader.copied().unwrap_or_default()
    }

    /// Whether a class is a subclass of `Thread`, as far as its superclasses are known by now.
    fn is_thread(&self, loader: LoaderId, class: &ClassInfo) -> bool {
        let mut parent = class.super_name.as_deref();
        while let Some(name) = parent {
            if name == "java/lang/Thread" {
                return true;
            }
            parent = self.known(loader, name).and_then(|info| info.super_name.as_deref());
        }
        false
    }

    /// Classes of the application rewritten so far.
    pub fn rewritten_applications(&self) -> u32 {
        self.rewritten_applications
    }

    /// Classes and methods left as they are since the last call, with the reason.
    pub fn take_skipped(&mut self) -> Vec<(String, String)> {
        std::mem::take(&mut self.new_skipped)
    }

    /// Class files of the application that were not loaded before the last call, with their hashes.
    pub fn take_loaded(&mut self) -> Vec<(String, u64)> {
        std::mem::take(&mut self.new_loaded)
    }

    /// Another program begins, of which nothing was told.
    pub fn tell_again(&mut self) {
        self.sites.told = 0;
    }

    /// Calls in code of the application that was rewritten since the last call of this, whose results differ between
    /// executions: the method, as `File.lastModified`, and where it is called.
    pub fn take_unrepeatable(&mut self) -> Vec<(String, Site)> {
        let sites = self.sites.unrepeatable[self.sites.told..].to_vec();
        self.sites.told = self.sites.unrepeatable.len();
        let called = |site: &u32| match &self.site(*site)?.operation {
            Operation::Call { owner, name, .. } => {
                let class = owner.rsplit(['/', '$']).next().unwrap_or(owner);
                Some((format!("{class}.{name}"), self.describe(*site)?))
            }
            _ => None,
        };
        sites.iter().filter_map(called).collect()
    }

    /// What is at a place.
    pub fn site(&self, site: u32) -> Option<&SiteInfo> {
        self.sites.sites.get(site.checked_sub(1)? as usize)
    }

    /// The place of a line that was found on a stack: the call itself if it is in that line.
    pub fn place(&mut self, method: &Method, line: Option<u32>, call: u32) -> u32 {
        let is_same = |site: &SiteInfo| (&site.class, &site.method, site.line) == (&method.class, &method.name, line);
        if self.site(call).is_some_and(is_same) {
            return call;
        }
        let key = (method.class.clone(), method.name.clone(), line);
        if let Some(known) = self.frames.get(&key) {
            return *known;
        }
        let (class, method, file) = (method.class.clone(), method.name.clone(), method.file.clone());
        let operation = Operation::Frame;
        let place = self.sites.add(SiteInfo {
            class,
            method,
            descriptor: String::new(),
            bci: 0,
            line,
            file,
            operation,
            waits_once: false,
        });
        self.frames.insert(key, place);
        place
    }
}

/// A method without hooks.
fn unseen(reason: &str) -> String {
    format!("a method that could not be rewritten ({reason})")
}

/// Whether a class is a proxy that the JVM makes: numbered as they come, and nothing but calls of its handler.
fn is_proxy_name(name: &str) -> bool {
    let simple = name.rsplit('/').next().unwrap_or(name);
    simple.strip_prefix("$Proxy").is_some_and(|number| !number.is_empty() && number.bytes().all(|c| c.is_ascii_digit()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_class_file_that_two_loaders_define_has_places_of_its_own_in_each() {
        let bytes = include_bytes!(concat!(env!("OUT_DIR"), "/classes/dev/mcr/Hooks.class"));
        let mut classes = Classes::default();
        let mut define = |loader| {
            assert!(classes.transform("app/A", Origin::Other(LoaderId(loader)), bytes, true).is_some());
            classes.sites.sites.len()
        };
        let one = define(7);
        assert_eq!(define(8), 2 * one);
        assert_eq!(define(7), 2 * one);
        assert_eq!(classes.loader(1), LoaderId(7));
        assert_eq!(classes.loader(u32::try_from(one).unwrap_or(0) + 1), LoaderId(8));
        assert!(classes.is_rewritten(LoaderId(7), "app/A") && !classes.is_rewritten(LoaderId::COMMON, "app/A"));
    }

    #[test]
    fn a_line_on_a_stack_is_one_place_and_that_of_the_call_if_the_call_is_in_it() {
        let mut classes = Classes::default();
        let method = Method { class: "A".to_owned(), name: "run".to_owned(), ..Method::default() };
        let other = classes.place(&method, Some(7), 0);
        let call = classes.place(&method, Some(8), other);
        assert_ne!(call, other);
        assert_eq!((classes.place(&method, Some(8), call), classes.place(&method, Some(7), call)), (call, other));
        assert_eq!(classes.describe(other).map(|site| (site.class, site.line)), Some(("A".to_owned(), Some(7))));
    }

    #[test]
    fn garbage_is_loaded_as_it_is_and_reported() {
        let mut classes = Classes::default();
        assert!(classes.transform("Broken", Origin::Application, &[1, 2, 3], true).is_none());
        assert_eq!(classes.take_skipped().len(), 1);
        assert!(!classes.is_rewritten(LoaderId::COMMON, "Broken"));
    }
}
