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

use super::constraints::{Constraints, Node, Read, Section, Target, Write};
use super::partial::{Cycle, PartialOrder, members};

/// A read and the writes that it can still see.
#[derive(Clone, Debug)]
pub(super) struct Choice {
    pub read: Read,
    /// Indices into the writes of the location. [`Read::own`] among them means that write, in the buffer or in memory.
    pub candidates: Vec<usize>,
    /// Certainly performed while the own write, which has the value, is in the buffer. Nothing more to be said.
    pub forwarded: bool,
}

/// What is known.
#[derive(Clone, Debug)]
pub(super) struct Saturation {
    pub order: PartialOrder,
    pub choices: Vec<Choice>,
}

impl Saturation {
    /// Of prefixes.
    pub(super) fn new(constraints: &Constraints) -> Result<Saturation, Cycle> {
        let mut saturation = Saturation { order: PartialOrder::new(constraints.items.len()), choices: Vec::new() };
        let target = Target { edges: constraints.edges.clone(), reads: constraints.reads.clone(), clauses: Vec::new() };
        saturation.extend(constraints, &target)?;
        Ok(saturation)
    }

    /// With what comes next.
    pub(super) fn with(&self, constraints: &Constraints, target: &Target) -> Result<Saturation, Cycle> {
        let mut saturation = self.clone();
        saturation.extend(constraints, target)?;
        Ok(saturation)
    }

    fn extend(&mut self, constraints: &Constraints, target: &Target) -> Result<(), Cycle> {
        for &(before, after) in &target.edges {
            self.order.add(before, after)?;
        }
        for read in &target.reads {
            let writes = &constraints.locations[read.location];
            let fits = |&i: &usize| writes[i].value == read.value && writes[i].at != read.at;
            let candidates = (0..writes.len()).filter(fits).collect();
            self.choices.push(Choice { read: read.clone(), candidates, forwarded: false });
        }
        loop {
            let additions = self.order.additions().len();
            for sections in &constraints.sections {
                self.exclude(sections)?;
            }
            for clause in &target.clauses {
                self.decide(clause)?;
            }
            for i in 0..self.choices.len() {
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
        candidates.retain(|&candidate| {
            let at = writes[candidate].at;
            let too_late = read.own != Some(candidate) && order.is_before(read.at, at);
            // Also if it is its own: in the buffer it is not in memory before that write, which is before the read.
            let hidden = |other: &Write| order.is_before(at, other.at) && order.is_before(other.at, read.at);
            !too_late && !others(writes, read).any(hidden)
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
        for other in others(writes, read) {
            if order.is_before(other.at, read.at) {
                // It is before what the read sees.
                if let [only] = candidates[..] {
                    order.add(other.at, writes[only].at)?;
                }
            } else if candidates.iter().all(|&candidate| order.is_before(writes[candidate].at, other.at)) {
                order.add(read.at, other.at)?;
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

/// The writes that a read must not see, but for an update's own.
fn others<'w>(writes: &'w [Write], read: &Read) -> impl Iterator<Item = &'w Write> {
    let (value, at) = (read.value, read.at);
    writes.iter().filter(move |write| write.value != value && write.at != at)
}
