//! What must come before what, driven to a fixed point.
//!
//! Starts from the order that always holds and adds, for each read, what follows from the writes that it can still see, for each
//! monitor, what follows from sections that cannot overlap. In the manner of the closure of Pavlogiannis (Fast, sound and
//! effectively complete dynamic race prediction, POPL 2020) and the saturation of Abdulla et al. (OOPSLA 2018),
//! for values instead of writes, and with two points for each buffered write.
//!
//! A read says something only if it certainly happens, which is: before the cut. One that cannot see anything does not happen.
//!
//! Invariant: [`Saturation::order`] and the removed candidates are consequences of the constraints: every execution obeys the
//! order, and no read sees a write that is not among its candidates. So a cycle, or a read without candidates, proves that there is
//! no execution. The converse does not hold.

use super::Over;
use super::constraints::{Constraints, Node, Read, Section, Target, Write};
use super::partial::{Cycle, PartialOrder, members};

/// Choices between two looks at whether it is over.
const LOOK: usize = 16;

/// A read and the writes that it can still see.
#[derive(Clone, Debug)]
pub(super) struct Choice {
    pub read: Read,
    /// Indices into the writes of the location. [`Read::own`] among them means that write, in the buffer or in memory.
    pub candidates: Vec<usize>,
    /// Certainly performed while the own write, which has the value, is in the buffer. Nothing more to be said.
    pub forwarded: bool,
}

/// One way in which something open may be.
#[derive(Clone, Copy, Debug)]
pub(super) enum Case {
    /// A choice, by its place, is for this candidate.
    Sees(usize, usize),
    /// The first comes before the second.
    Order(Node, Node),
}

/// What is known.
#[derive(Clone, Debug)]
pub(super) struct Saturation {
    pub order: PartialOrder,
    pub choices: Vec<Choice>,
}

impl Saturation {
    /// Of prefixes, in which these reads have to see what the prefixes say.
    pub(super) fn new(constraints: &Constraints, reads: &[Read], over: Over<'_>) -> Result<Saturation, Cycle> {
        let mut saturation = Saturation { order: PartialOrder::new(constraints.items.len()), choices: Vec::new() };
        let target = Target { edges: constraints.edges.clone(), reads: reads.to_vec(), clauses: Vec::new() };
        saturation.extend(constraints, &target, over)?;
        Ok(saturation)
    }

    /// With what comes next.
    pub(super) fn with(&self, constraints: &Constraints, target: &Target, over: Over<'_>) -> Result<Saturation, Cycle> {
        let mut saturation = self.clone();
        saturation.extend(constraints, target, over)?;
        Ok(saturation)
    }

    fn extend(&mut self, constraints: &Constraints, target: &Target, over: Over<'_>) -> Result<(), Cycle> {
        for &(before, after) in &target.edges {
            self.order.add(before, after)?;
        }
        for read in &target.reads {
            let writes = &constraints.locations[read.location];
            let fits = |&i: &usize| writes[i].value == read.value && writes[i].at != read.at;
            let candidates = (0..writes.len()).filter(fits).collect();
            self.choices.push(Choice { read: read.clone(), candidates, forwarded: false });
        }
        self.saturate(constraints, &target.clauses, over)
    }

    /// What is left undone once it is over is missing, and nothing else is wrong.
    fn saturate(
        &mut self,
        constraints: &Constraints,
        clauses: &[Vec<(Node, Node)>],
        over: Over<'_>,
    ) -> Result<(), Cycle> {
        loop {
            let additions = self.order.additions().len();
            for sections in &constraints.sections {
                self.exclude(sections)?;
            }
            for clause in clauses {
                self.decide(clause)?;
            }
            for i in 0..self.choices.len() {
                if i.is_multiple_of(LOOK) && over() {
                    return Ok(());
                }
                if !self.absent(self.choices[i].read.at) {
                    self.narrow(constraints, i)?;
                    self.place(constraints, i)?;
                }
            }
            if self.order.additions().len() == additions {
                return Ok(());
            }
        }
    }

    /// Something that happens and is open, as cases of which one must be. None if there is nothing of that kind.
    pub(super) fn cases(&self, constraints: &Constraints) -> Option<Vec<Case>> {
        let open = self
            .choices
            .iter()
            .enumerate()
            .filter(|(_, choice)| !choice.forwarded && choice.candidates.len() > 1 && self.happens(choice.read.at));
        // What is asked for decides most.
        let choice = open.min_by_key(|(_, choice)| (choice.read.at != Node::CUT, choice.candidates.len()));
        if let Some((i, choice)) = choice {
            return Some(choice.candidates.iter().map(|&candidate| Case::Sees(i, candidate)).collect());
        }
        for sections in &constraints.sections {
            let happening: Vec<&Section> = sections.iter().filter(|section| self.happens(section.enter)).collect();
            for (i, one) in happening.iter().enumerate() {
                for other in happening[..i].iter().filter(|other| other.thread != one.thread) {
                    let (Some(left), Some(other_left)) = (one.leave, other.leave) else { continue };
                    if !self.order.is_before(left, other.enter) && !self.order.is_before(other_left, one.enter) {
                        return Some(vec![Case::Order(left, other.enter), Case::Order(other_left, one.enter)]);
                    }
                }
            }
        }
        None
    }

    /// What follows in a case.
    pub(super) fn in_case(&self, constraints: &Constraints, case: Case, over: Over<'_>) -> Result<Saturation, Cycle> {
        let mut saturation = self.clone();
        match case {
            Case::Sees(choice, candidate) => saturation.choices[choice].candidates = vec![candidate],
            Case::Order(before, after) => saturation.order.add(before, after)?,
        }
        saturation.saturate(constraints, &[], over)?;
        Ok(saturation)
    }

    /// Whether it certainly happens; the cut itself does.
    fn happens(&self, node: Node) -> bool {
        node == Node::CUT || node == Node::START || self.order.is_before(node, Node::CUT)
    }

    /// Whether it certainly does not happen.
    fn absent(&self, node: Node) -> bool {
        self.order.is_before(Node::CUT, node)
    }

    /// Two threads are not in a monitor at once.
    fn exclude(&mut self, sections: &[Section]) -> Result<(), Cycle> {
        for (i, one) in sections.iter().enumerate().filter(|(_, one)| self.happens(one.enter)).collect::<Vec<_>>() {
            for (j, other) in sections.iter().enumerate().filter(|(_, other)| other.thread != one.thread) {
                let stays = one.leave.is_none_or(|leave| self.absent(leave));
                if !self.happens(other.enter) {
                    // Nobody enters any more behind one who stays.
                    if stays && self.order.is_before(one.enter, other.enter) {
                        self.order.add(Node::CUT, other.enter)?;
                    }
                    continue;
                }
                let first = match (one.leave, other.leave) {
                    (Some(_), None) => true,
                    (Some(_), Some(leave)) => self.order.is_before(one.enter, leave),
                    (None, None) if i < j => return Err(Cycle),
                    (None, _) => false,
                };
                if first && let Some(leave) = one.leave {
                    self.order.add(leave, other.enter)?;
                }
            }
        }
        Ok(())
    }

    /// One of the pairs is in order: the last one that can be.
    fn decide(&mut self, clause: &[(Node, Node)]) -> Result<(), Cycle> {
        if clause.iter().any(|&(before, after)| self.order.is_before(before, after)) {
            return Ok(());
        }
        let mut open = clause.iter().filter(|&&(before, after)| !self.order.is_before(after, before));
        match (open.next(), open.next()) {
            (None, _) => Err(Cycle),
            (Some(&(before, after)), None) => self.order.add(before, after),
            _ => Ok(()),
        }
    }

    /// Removes candidates that a read cannot see.
    fn narrow(&mut self, constraints: &Constraints, i: usize) -> Result<(), Cycle> {
        let order = &self.order;
        let Choice { read, candidates, forwarded } = &mut self.choices[i];
        if *forwarded {
            return Ok(());
        }
        let writes = &constraints.locations[read.location];
        if let Some(own) = read.own
            && writes[own].value == read.value
            && order.is_before(read.at, writes[own].at)
        {
            *forwarded = true;
            return Ok(());
        }
        // Also if it is its own: in the buffer it is not in memory before that write, which is before the read.
        let hiding = latest_others(order, constraints, read);
        candidates.retain(|&candidate| {
            let at = writes[candidate].at;
            let too_late = read.own != Some(candidate) && order.is_before(read.at, at);
            !too_late && !hiding.iter().any(|&other| order.is_before(at, other))
        });
        if !candidates.is_empty() {
            return Ok(());
        }
        let at = read.at;
        // It does not happen; if it has to, that is a cycle.
        if at == Node::CUT { Err(Cycle) } else { self.order.add(Node::CUT, at) }
    }

    /// Draws the consequences of the candidates that are left. They hold for each way of seeing a candidate: it is in memory before the read
    /// with no write of another value in between, or it is the own one and the read is before its arrival.
    fn place(&mut self, constraints: &Constraints, i: usize) -> Result<(), Cycle> {
        let Choice { read, candidates, forwarded } = &self.choices[i];
        if *forwarded {
            return Ok(());
        }
        if !self.happens(read.at) {
            return Ok(());
        }
        let writes = &constraints.locations[read.location];
        let order = &mut self.order;
        if let Some(own) = read.own
            && writes[own].value != read.value
            && writes[own].at != read.at
        {
            order.add(writes[own].at, read.at)?;
        }
        // What has another value and is before the read is before what the read sees.
        if let [only] = candidates[..] {
            for other in latest_others(order, constraints, read) {
                order.add(other, writes[only].at)?;
            }
        }
        // What is behind all that the read can see is behind the read: the first of each thread that is, and so those that follow it.
        for chain in constraints.chains(read.location) {
            let behind = |write: &Write| !order.is_before(write.at, read.at) && write.at != read.at;
            let open = chain.start + writes[chain.clone()].partition_point(|write| !behind(write));
            let differs = |write: &&Write| write.value != read.value && write.at != read.at;
            let first = writes[open..chain.end]
                .iter()
                .filter(differs)
                .find(|other| candidates.iter().all(|&candidate| order.is_before(writes[candidate].at, other.at)));
            if let Some(first) = first {
                order.add(read.at, first.at)?;
            }
        }
        let in_buffer =
            |&candidate: &usize| read.own == Some(candidate) && !order.is_before(writes[candidate].at, read.at);
        if candidates.iter().any(in_buffer) {
            return Ok(());
        }
        // Whatever is before all that it can see is before the read.
        match candidates[..] {
            [only] => order.add(writes[only].at, read.at),
            _ => {
                let mut common = order.before(writes[candidates[0]].at).to_vec();
                for &candidate in &candidates[1..] {
                    let row = order.before(writes[candidate].at);
                    common.iter_mut().zip(row).for_each(|(common, row)| *common &= row);
                }
                common.iter_mut().zip(order.before(read.at)).for_each(|(common, known)| *common &= !known);
                members(&common).try_for_each(|node| order.add(node, read.at))
            }
        }
    }
}

/// Of each thread the latest write before a read that the read must not see. Those before it are of no further consequence.
fn latest_others(order: &PartialOrder, constraints: &Constraints, read: &Read) -> Vec<Node> {
    let writes = &constraints.locations[read.location];
    let latest = constraints.chains(read.location).iter().filter_map(|chain| {
        let chain = &writes[chain.clone()];
        let before = chain.partition_point(|write| order.is_before(write.at, read.at));
        chain[..before].iter().rev().find(|write| write.value != read.value).map(|write| write.at)
    });
    latest.collect()
}
