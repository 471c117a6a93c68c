//! What models answer, as the originals' models list it.

use wampimuk_command::{Example, Lexicon, ObjectRoles, Register, Surface, derivation, pattern};

use super::OriginalWriteError;
use super::json::{Json, Layout};
use super::reascan::order;
use super::render::Renderer;

/// An answer beside the right one.
#[derive(Clone, Copy, Debug)]
pub struct OriginalAnswer<'a> {
    /// What the model says, token by token.
    pub said: &'a [String],
    /// What is right.
    pub right: &'a [String],
    /// What of the command was attended to at each token.
    pub command_attention: &'a [Vec<f32>],
    /// What of the world.
    pub world_attention: &'a [Vec<f32>],
    /// Whether the answer is right as a whole.
    pub is_right: bool,
}

/// Entries of the list that the originals' models write, each on a line of its own.
#[derive(Clone, Debug)]
pub struct OriginalAnswers {
    renderer: Renderer,
}

impl OriginalAnswers {
    /// Answers to commands in this lexicon, as the paper with this wording has them.
    pub fn new(lexicon: &Lexicon, surface: Surface, max_object_size: u8) -> Self {
        Self { renderer: Renderer::new(lexicon, surface, max_object_size) }
    }

    /// The entry of an example, as JSON.
    ///
    /// # Errors
    /// If one of its objects has no vector.
    pub fn entry(
        &self,
        example: &Example,
        answer: &OriginalAnswer<'_>,
    ) -> Result<Vec<u8>, OriginalWriteError> {
        let Renderer { lexicon, surface, .. } = &self.renderer;
        let command = &example.command;
        let mut json = Json::new(Layout::Line);
        json.open(b'{');
        let words = command.field(lexicon, *surface, Register::Words);
        list("input", words.split(','), &mut json);
        list("prediction", answer.said, &mut json);
        list("target", answer.right, &mut json);
        let (derivation, order) = match surface {
            Surface::Gscan => (derivation(command, lexicon), (0..example.world.objects().len()).collect()),
            Surface::Reascan => (pattern(&command.phrase), order(example, &ObjectRoles::default())),
        };
        list("derivation", [derivation], &mut json);
        json.key("situation");
        json.open(b'[');
        json.element();
        self.renderer.situation(example, order, &mut json)?;
        json.close(b']');
        weights("attention_weights_input", answer.command_attention, &mut json);
        weights("attention_weights_situation", answer.world_attention, &mut json);
        json.key("accuracy");
        float(accuracy(answer.said, answer.right), &mut json);
        json.key("exact_match");
        json.raw(if answer.is_right { "true" } else { "false" });
        json.close(b'}');
        Ok(json.out)
    }
}

/// How many per cent of the tokens are those that are right there. Of two empty sequences all is the same.
fn accuracy(said: &[String], right: &[String]) -> f64 {
    let same = said.iter().zip(right).filter(|(said, right)| said == right).count();
    match said.len().max(right.len()) {
        0 => 100.0,
        longer => 100.0 * same as f64 / longer as f64,
    }
}

fn list(key: &str, texts: impl IntoIterator<Item: AsRef<str>>, json: &mut Json) {
    json.key(key);
    json.open(b'[');
    for text in texts {
        json.element();
        json.text(text.as_ref());
    }
    json.close(b']');
}

/// Weights of each token: a list with one row.
fn weights(key: &str, rows: &[Vec<f32>], json: &mut Json) {
    json.key(key);
    json.open(b'[');
    for row in rows {
        json.element();
        json.open(b'[');
        json.element();
        json.open(b'[');
        for &weight in row {
            json.element();
            float(f64::from(weight), json);
        }
        json.close(b']');
        json.close(b']');
    }
    json.close(b']');
}

/// A number with its fraction, as Python writes it, or `null` where it is none.
fn float(number: f64, json: &mut Json) {
    if number.is_finite() { json.raw(&format!("{number:?}")) } else { json.raw("null") }
}
