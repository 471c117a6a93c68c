//! How much may still be spent.

use std::sync::{Condvar, Mutex, PoisonError};

use crate::journal::Spent;
use crate::study::{Budget, Prices};

/// Who may send what. Before a request is sent, the most that it can cost is set aside; so the budget holds however many
/// are on their way.
#[derive(Debug)]
pub(crate) struct Ledger {
    budget: Budget,
    prices: Prices,
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Clone, Copy, Debug, Default)]
struct State {
    spent: Spent,
    aside: Spent,
    exhausted: bool,
}

impl Ledger {
    pub fn new(budget: Budget, prices: Prices, spent: Spent) -> Self {
        let state = State { spent, ..State::default() };
        Self { budget, prices, state: Mutex::new(state), changed: Condvar::new() }
    }

    /// Sets a request aside. Waits while others that are on their way may turn out cheaper than they could be; `false` if
    /// it is beyond the budget all the same.
    pub fn take(&self, input: u64, output: u64) -> bool {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        loop {
            if state.exhausted {
                return false;
            }
            let wanted = Spent {
                requests: state.spent.requests + state.aside.requests + 1,
                input: state.spent.input + state.aside.input + input,
                output: state.spent.output + state.aside.output + output,
            };
            if self.allows(&wanted) {
                state.aside.requests += 1;
                state.aside.input += input;
                state.aside.output += output;
                return true;
            }
            if state.aside.requests == 0 {
                state.exhausted = true;
                self.changed.notify_all();
                return false;
            }
            state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// A request that was set aside has ended.
    pub fn settle(&self, input: u64, output: u64, spent: &Spent) {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        state.aside.requests -= 1;
        state.aside.input -= input;
        state.aside.output -= output;
        state.spent.requests += spent.requests;
        state.spent.input += spent.input;
        state.spent.output += spent.output;
        self.changed.notify_all();
    }

    /// What has been spent.
    pub fn spent(&self) -> Spent {
        self.state.lock().unwrap_or_else(PoisonError::into_inner).spent
    }

    /// What ran out, in words.
    pub fn exhausted(&self) -> Option<String> {
        let state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        if !state.exhausted {
            return None;
        }
        let Budget { requests, tokens, money } = self.budget;
        let limits = [
            requests.map(|most| format!("{most} requests")),
            tokens.map(|most| format!("{most} tokens")),
            money.map(|most| format!("{most} in money")),
        ];
        Some(limits.into_iter().flatten().collect::<Vec<_>>().join(" and "))
    }

    fn allows(&self, spent: &Spent) -> bool {
        let Budget { requests, tokens, money } = self.budget;
        requests.is_none_or(|most| spent.requests <= most)
            && tokens.is_none_or(|most| spent.input + spent.output <= most)
            && money.is_none_or(|most| self.prices.cost(spent.input, spent.output) <= most)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_on_its_way_counts() {
        let budget = Budget { requests: Some(3), tokens: Some(100), money: None };
        let ledger = Ledger::new(budget, Prices::default(), Spent { requests: 1, input: 10, output: 0 });
        assert!(ledger.take(10, 30));
        assert!(ledger.take(10, 30), "90 of 100");
        ledger.settle(10, 30, &Spent { requests: 1, input: 10, output: 5 });
        ledger.settle(10, 30, &Spent { requests: 1, input: 10, output: 5 });
        assert!(!ledger.take(1, 1), "no fourth request");
        assert_eq!(ledger.exhausted().as_deref(), Some("3 requests and 100 tokens"));
    }

    #[test]
    fn money_is_counted_by_prices() {
        let (budget, prices) =
            (Budget { money: Some(1.0), ..Budget::default() }, Prices { input: 1.0, output: 2.0 });
        let ledger = Ledger::new(budget, prices, Spent::default());
        assert!(ledger.take(500_000, 250_000), "exactly all of it");
        ledger.settle(500_000, 250_000, &Spent { requests: 1, input: 500_000, output: 0 });
        assert!(!ledger.take(500_000, 1));
        assert!(!ledger.take(1, 0), "stopped is stopped");
    }
}
