//! Folders of small random checkpoints.

use std::error::Error;
use std::fs;
use std::path::Path;

use half::{bf16, f16};
use safetensors::tensor::TensorView;
use safetensors::{Dtype, serialize_to_file};
use serde_json::json;
use tempfile::TempDir;
use wampimuk_batch::{Punctuation, StoryBatcher};
use wampimuk_core::{Digest, Stream, StreamKey};
use wampimuk_families::require;
use wampimuk_models::pretrained::{Roberta, RobertaConfig, T5, T5Config, save};
use wampimuk_nn::Params;

pub type Outcome<T> = Result<T, Box<dyn Error>>;

/// The stories that are learned from.
pub const RECIPE: &str = "mix-t2";

/// The words of the models.
pub const WORDS: usize = 120;

pub fn stream(seed: u64) -> Stream {
    StreamKey::new(&Digest::of(b"test"), "weights", seed).stream(0)
}

/// A tokenizer that knows the words of the stories, with these special tokens first. `single` and `pair` are its templates.
fn tokenizer(specials: &[&str], single: &[&str], pair: &[&str]) -> Outcome<serde_json::Value> {
    let dataset = require(RECIPE, &[])?.dataset(0)?;
    let stories = dataset.contents().stories().ok_or("these are stories")?;
    let batcher = StoryBatcher::new(stories, Punctuation::Keep)?;
    let words =
        (1..batcher.vocabulary().len() as i64).filter_map(|number| batcher.vocabulary().token(number).ok());
    let own = ["answer", "question", "$", ":"];
    let mut vocabulary = serde_json::Map::new();
    let single_words = words.filter(|word| !word.contains([' ', ',']));
    for word in specials.iter().copied().chain(own).chain(single_words) {
        let number = vocabulary.len();
        vocabulary.entry(word.to_owned()).or_insert(json!(number));
    }
    if vocabulary.len() > WORDS {
        return Err(format!("{} words", vocabulary.len()).into());
    }
    let added = specials.iter().enumerate().map(|(id, content)| {
        json!({"id": id, "content": content, "single_word": false, "lstrip": false, "rstrip": false,
               "normalized": false, "special": true})
    });
    let template = |pieces: &[&str]| -> Vec<serde_json::Value> {
        let piece = |piece: &&str| match *piece {
            "A" | "B" => json!({"Sequence": {"id": piece, "type_id": 0}}),
            special => json!({"SpecialToken": {"id": special, "type_id": 0}}),
        };
        pieces.iter().map(piece).collect()
    };
    let special = |(id, content): (usize, &&str)| {
        ((*content).to_owned(), json!({"id": content, "ids": [id], "tokens": [content]}))
    };
    let special: serde_json::Map<_, _> = specials.iter().enumerate().map(special).collect();
    Ok(json!({
        "version": "1.0",
        // Texts are longer; this is to be ignored.
        "truncation": {"direction": "Right", "max_length": 4, "strategy": "LongestFirst", "stride": 0},
        "padding": null,
        "added_tokens": added.collect::<Vec<_>>(),
        "normalizer": {"type": "Lowercase"},
        "pre_tokenizer": {"type": "Whitespace"},
        "post_processor": {
            "type": "TemplateProcessing", "single": template(single), "pair": template(pair), "special_tokens": special,
        },
        "decoder": null,
        "model": {"type": "WordLevel", "vocab": vocabulary, "unk_token": "<unk>"},
    }))
}

/// Writes a configuration and a tokenizer.
fn folder(config: &serde_json::Value, tokenizer: &serde_json::Value) -> Outcome<TempDir> {
    let folder = tempfile::tempdir()?;
    fs::write(folder.path().join("config.json"), serde_json::to_string_pretty(config)?)?;
    fs::write(folder.path().join("tokenizer.json"), tokenizer.to_string())?;
    Ok(folder)
}

/// Moves every number a little: no bias is zero, no gain is one.
fn shaken(mut params: Params) -> Params {
    for (number, place) in params.data.iter_mut().zip(1..) {
        *number += 0.1 * ((place * place) as f32 * 0.37).sin();
    }
    params
}

/// T5 of version 1.0, or if gated 1.1.
pub fn t5(gated: bool) -> Outcome<TempDir> {
    let config = json!({
        "d_model": 8, "d_kv": 3, "d_ff": 10, "num_heads": 2, "num_layers": 2, "num_decoder_layers": 2,
        "vocab_size": WORDS, "relative_attention_num_buckets": 8, "relative_attention_max_distance": 12,
        "feed_forward_proj": if gated { "gated-gelu" } else { "relu" }, "tie_word_embeddings": !gated,
        "decoder_start_token_id": 0, "pad_token_id": 0, "eos_token_id": 1,
    });
    let tokenizer = tokenizer(&["<pad>", "</s>", "<unk>"], &["A", "</s>"], &["A", "</s>", "B", "</s>"])?;
    let folder = folder(&config, &tokenizer)?;
    let params = shaken(T5::create(&T5Config::read(folder.path())?, stream(0)));
    save(&params, folder.path(), folder.path())?;
    Ok(folder)
}

/// RoBERTa with a layer that points.
pub fn roberta() -> Outcome<TempDir> {
    let config = json!({
        "hidden_size": 12, "num_hidden_layers": 2, "num_attention_heads": 2, "intermediate_size": 16,
        "vocab_size": WORDS, "max_position_embeddings": 514, "type_vocab_size": 1, "layer_norm_eps": 1e-5,
        "pad_token_id": 1, "hidden_act": "gelu", "initializer_range": 0.3,
    });
    let around = ["<s>", "A", "</s>", "</s>", "B", "</s>"];
    let tokenizer = tokenizer(&["<s>", "<pad>", "</s>", "<unk>"], &around[..3], &around)?;
    let folder = folder(&config, &tokenizer)?;
    let params = shaken(Roberta::create(&RobertaConfig::read(folder.path())?, stream(0)));
    save(&params, folder.path(), folder.path())?;
    Ok(folder)
}

/// Puts two files of half precision and their index in place of the one.
pub fn shard(folder: &Path, params: &Params, dtype: Dtype) -> Outcome<()> {
    let _ = fs::remove_file(folder.join("model.safetensors"));
    let bytes = |number: &f32| match dtype {
        Dtype::F16 => f16::from_f32(*number).to_le_bytes(),
        _ => bf16::from_f32(*number).to_le_bytes(),
    };
    let mut map = serde_json::Map::new();
    for (number, slots) in params.slots().chunks(params.slots().len().div_ceil(2)).enumerate() {
        let file = format!("model-{number}.safetensors");
        let numbers: Vec<Vec<u8>> = slots
            .iter()
            .map(|slot| params.data[slot.range.clone()].iter().flat_map(bytes).collect())
            .collect();
        let mut tensors = Vec::new();
        for (slot, numbers) in slots.iter().zip(&numbers) {
            tensors.push((slot.name.as_str(), TensorView::new(dtype, slot.shape.clone(), numbers)?));
            map.insert(slot.name.clone(), json!(file));
        }
        serialize_to_file(tensors, None, &folder.join(&file))?;
    }
    fs::write(folder.join("model.safetensors.index.json"), json!({"weight_map": map}).to_string())?;
    Ok(())
}

/// Takes the last bytes off a file.
pub fn cut(path: &Path, bytes: usize) -> Outcome<()> {
    let content = fs::read(path)?;
    Ok(fs::write(path, &content[..content.len() - bytes])?)
}

/// Replaces a part of `config.json`.
pub fn replace(folder: &Path, part: &str, by: &str) -> Outcome<()> {
    let path = folder.join("config.json");
    let text = fs::read_to_string(&path)?;
    if !text.contains(part) {
        return Err(format!("there is no {part}").into());
    }
    Ok(fs::write(&path, text.replace(part, by))?)
}
