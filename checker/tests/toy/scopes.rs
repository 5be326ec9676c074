//! What a thread knows of where it is: names by execution index, and keys of local states.
//!
//! The names are those of `EXPLORATION.md`: the path of calls, each with its number in its round of the loops around,
//! then a number there. A key is made when a call returns, and at the head of a loop. It says what can have changed
//! since the call began, and stands on the hash of what was known when it began. Where that is not certain there is
//! none.

use mcr_protocol::mix;

/// What a key leaves out that must be in it: tests show that it is missed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Careless {
    /// That older records were written to, or got names.
    Older,
    /// Which records are which: equal ones are taken for one.
    Identity,
    /// What is in records that are live.
    Content,
    /// That a record is returned that nobody else knows.
    Returned,
    /// What all procedures of a thread have in common.
    Own,
    /// Which monitors the thread owns.
    Holds,
    /// Whether there was a barrier.
    Barrier,
    /// What was looked at, when a caller may come to wait.
    Looks,
    /// Nothing, but waiting is found by what is dead, too.
    Dead,
}

/// Something that is counted in a round of a loop, or outside of loops.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Round {
    /// The place of the loop's head.
    pub head: usize,
    pub number: usize,
    pub bounded: bool,
    /// Stands for all that is around: no other round of the execution has the same.
    index: u64,
    count: u64,
}

/// An activation of a procedure.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Scope {
    /// The hash when it began.
    begin: u64,
    /// The first is no loop.
    pub rounds: Vec<Round>,
    /// So many records without a name are older than it.
    pub older: usize,
    /// Something older is different now in a way that no key tells.
    pub uncertain: bool,
    /// Something has ordered what was written before and after it.
    pub separated: bool,
}

/// Where a thread is.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Scopes {
    /// All that the thread has learned since its last key, and the key.
    pub hash: u64,
    /// Whether it has got a key since its last event.
    pub keyed: bool,
    /// Stands for its local history up to the next operation. No part of a local state.
    pub node: u64,
    pub all: Vec<Scope>,
}

const CALL: u64 = 1;
const ROUND: u64 = 2;
const NAME: u64 = 3;
const LEAVE: u64 = 4;
const HEAD: u64 = 5;

impl Scopes {
    pub fn new(thread: usize, argument: i64) -> Scopes {
        let hash = mix(thread as u64, argument as u64);
        let mut scopes = Scopes { hash, keyed: false, node: hash, all: Vec::new() };
        scopes.begin(mix(thread as u64, CALL), 0);
        scopes
    }

    fn begin(&mut self, index: u64, older: usize) {
        self.hash = mix(self.hash, CALL);
        let outside = Round { head: usize::MAX, number: 0, bounded: true, index, count: 0 };
        let scope = Scope { begin: self.hash, rounds: vec![outside], older, uncertain: false, separated: false };
        self.all.push(scope);
    }

    pub fn top(&mut self) -> &mut Scope {
        self.all.last_mut().expect("the body of the thread is one")
    }

    /// A number in this round that is given once.
    fn next(&mut self, what: u64) -> u64 {
        let round = self.top().rounds.last_mut().expect("the first is no loop");
        round.count += 1;
        mix(mix(round.index, what), round.count)
    }

    pub fn name(&mut self) -> u64 {
        self.next(NAME)
    }

    pub fn learned(&mut self, value: i64) {
        self.hash = mix(self.hash, value as u64);
    }

    /// An operation of the thread is over.
    pub fn stepped(&mut self, learned: u64) {
        self.keyed = false;
        self.node = mix(self.node, learned);
    }

    /// A call, when there are so many records without a name.
    pub fn call(&mut self, records: usize) {
        let index = self.next(CALL);
        self.begin(index, records);
    }

    /// A scope ends with all that can have changed in it; none: that cannot be told.
    pub fn leave(&mut self, changed: Option<u64>) {
        let scope = self.all.pop().expect("it was called");
        if let Some(changed) = changed.filter(|_| !scope.uncertain) {
            self.hash = mix(mix(scope.begin, LEAVE), mix(changed, scope.barrier()));
            self.keyed = true;
        }
    }

    /// Where so many loops are around.
    pub fn at_depth(&mut self, loops: usize) {
        self.top().rounds.truncate(1 + loops);
    }

    /// The next round of a loop, or the first one; so many loops are around it.
    pub fn head(&mut self, pc: usize, loops: usize, bounded: bool) -> usize {
        let rounds = &mut self.top().rounds;
        let number = match rounds.get(1 + loops) {
            Some(round) if round.head == pc => round.number + 1,
            _ => 0,
        };
        rounds.truncate(1 + loops);
        let around = rounds.last_mut().expect("the first is no loop");
        // In the same way whatever number of rounds there were.
        around.count += u64::from(number == 0);
        let index = mix(mix(mix(around.index, ROUND), around.count), number as u64);
        rounds.push(Round { head: pc, number, bounded, index, count: 0 });
        number
    }

    /// At the head of a loop, with all that is live there and that can have changed.
    pub fn at_head(&mut self, state: u64) {
        let scope = self.top();
        if !scope.uncertain {
            let index = scope.rounds.last().expect("it is in a loop").index;
            self.hash = mix(mix(mix(scope.begin, HEAD), index), mix(state, scope.barrier()));
            self.keyed = true;
        }
    }

    /// A record is written to, or gets a name.
    pub fn changed(&mut self, record: usize) {
        self.all.iter_mut().filter(|scope| record < scope.older).for_each(|scope| scope.uncertain = true);
    }

    /// Something orders what was written before it and after it.
    pub fn separated(&mut self) {
        self.all.iter_mut().for_each(|scope| scope.separated = true);
    }

    pub fn is_in_loop(&self) -> bool {
        self.all.iter().any(|scope| scope.rounds.len() > 1)
    }

    /// The rounds of loops that end by themselves: they belong to where the thread is. And all rounds, with what was
    /// counted in them.
    pub fn bounded(&self, everything: bool) -> u64 {
        let rounds = self.all.iter().flat_map(|scope| &scope.rounds);
        rounds.filter(|round| everything || round.bounded).fold(0, |hash, round| {
            let hash = mix(mix(hash, round.head as u64), round.number as u64);
            if everything { mix(mix(hash, round.index), round.count) } else { hash }
        })
    }
}

impl Scope {
    /// Whether there was a barrier that matters to what is older.
    fn barrier(&self) -> u64 {
        u64::from(self.separated && self.older > 0)
    }
}
