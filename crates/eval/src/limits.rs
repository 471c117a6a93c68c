//! What goes into every request beside messages, and how long answers may be by that.

use serde_json::{Map, Value};

use crate::Error;
use crate::study::Study;

/// What servers call the most tokens of an answer.
const NAMES: [&str; 5] =
    ["max_tokens", "max_completion_tokens", "max_output_tokens", "max_new_tokens", "n_predict"];

/// More tokens than anybody sends.
const ENDLESS: u64 = 1 << 40;

impl Study {
    /// The parameters of every request. One of the study's own that limits answers takes the place of `max_tokens`: servers
    /// refuse two limits.
    pub(crate) fn sent(&self) -> Map<String, Value> {
        let mut sent = Map::new();
        let is_limited = NAMES.iter().any(|name| self.parameters.contains_key(*name));
        if self.max_tokens > 0 && !is_limited {
            sent.insert("max_tokens".into(), self.max_tokens.into());
        }
        if let Some(temperature) = self.temperature.sent(self.samples) {
            sent.insert("temperature".into(), temperature.into());
        }
        sent.extend(self.parameters.clone());
        sent
    }

    /// The most tokens of an answer, by what is sent; `None` if nothing limits it.
    pub fn longest_answer(&self) -> Option<u64> {
        let sent = self.sent();
        let limits = NAMES.iter().filter_map(|name| sent.get(*name));
        let limits: Option<Vec<u64>> =
            limits.map(|limit| limit.as_u64().filter(|&limit| limit > 0)).collect();
        Some(limits?.into_iter().max()?.min(ENDLESS))
    }

    /// A budget holds only if answers end.
    pub(crate) fn check_budget(&self) -> Result<(), Error> {
        let budget = &self.budget;
        let wrong = |problem: &str| Err(Error::Request(problem.to_owned()));
        if budget.money.is_some() && !self.prices.is_known() {
            return wrong(
                "a budget of money needs prices: give --price-in and --price-out, per million tokens",
            );
        }
        let amounts = [self.prices.input, self.prices.output, budget.money.unwrap_or(0.0)];
        if amounts.iter().any(|amount| !amount.is_finite() || *amount < 0.0) {
            return wrong("prices and budgets are numbers from 0 on");
        }
        if (budget.tokens.is_some() || budget.money.is_some()) && self.longest_answer().is_none() {
            return wrong(
                "a budget of tokens or money needs answers that end: give the most tokens of one with --max-tokens, from 1 on",
            );
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::study::Budget;

    fn study(max_tokens: u64, parameters: Value) -> Study {
        Study {
            max_tokens,
            parameters: parameters.as_object().cloned().unwrap_or_default(),
            ..Study::default()
        }
    }

    #[test]
    fn the_limit_is_the_one_that_is_sent() {
        for (max_tokens, parameters, longest) in [
            (100, json!({}), Some(100)),
            (0, json!({}), None),
            (100, json!({ "max_tokens": 5000 }), Some(5000)),
            (100, json!({ "max_completion_tokens": 5000 }), Some(5000)),
            (0, json!({ "max_completion_tokens": 5000, "max_tokens": 7 }), Some(5000)),
            (100, json!({ "n_predict": -1 }), None),
            (100, json!({ "max_tokens": null }), None),
            (100, json!({ "max_tokens": "many" }), None),
            (u64::MAX, json!({ "seed": 1 }), Some(ENDLESS)),
        ] {
            assert_eq!(study(max_tokens, parameters.clone()).longest_answer(), longest, "{parameters}");
        }
        let sent = study(100, json!({ "max_completion_tokens": 5000 })).sent();
        assert!(!sent.contains_key("max_tokens"), "{sent:?}");
    }

    #[test]
    fn budgets_need_answers_that_end() {
        let tokens = Budget { tokens: Some(1000), ..Budget::default() };
        let requests = Budget { requests: Some(1000), ..Budget::default() };
        let is_fine = |max_tokens, parameters, budget| {
            Study { budget, ..study(max_tokens, parameters) }.check_budget().is_ok()
        };
        assert!(is_fine(0, json!({}), requests));
        assert!(!is_fine(0, json!({}), tokens));
        assert!(!is_fine(100, json!({ "n_predict": -1 }), tokens));
        assert!(is_fine(0, json!({ "max_completion_tokens": 50 }), tokens));
    }
}
