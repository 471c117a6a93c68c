//! Small random checkpoints as Hugging Face's libraries write them, made by hand: names, shapes and bytes.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use serde_json::{Map, Value, json};

/// How many words models have.
const WORDS: usize = 100;

/// A tensor's shape and numbers, by its name.
pub type Tensors = BTreeMap<String, (Vec<usize>, Vec<f32>)>;

/// Writes a folder: `rows` are JSON lines whose words the tokenizer knows.
pub fn t5(folder: &Path, rows: &str) {
    let (width, inner, wide) = (16, 16, 32);
    let config = json!({
        "architectures": ["T5ForConditionalGeneration"], "model_type": "t5", "is_encoder_decoder": true,
        "d_model": width, "d_kv": 8, "d_ff": wide, "num_heads": 2, "num_layers": 1, "num_decoder_layers": 1,
        "vocab_size": WORDS, "relative_attention_num_buckets": 8, "relative_attention_max_distance": 20,
        "feed_forward_proj": "relu", "tie_word_embeddings": true, "dropout_rate": 0.0, "layer_norm_epsilon": 1e-6,
        "decoder_start_token_id": 0, "pad_token_id": 0, "eos_token_id": 1,
    });
    let mut shapes = vec![("shared.weight".to_owned(), vec![WORDS, width])];
    for (stack, attentions) in
        [("encoder", &["SelfAttention"][..]), ("decoder", &["SelfAttention", "EncDecAttention"])]
    {
        let mut add =
            |name: String, shape: &[usize]| shapes.push((format!("{stack}.{name}"), shape.to_vec()));
        for (layer, kind) in attentions.iter().enumerate() {
            let of = format!("block.0.layer.{layer}");
            for part in ["q", "k", "v"] {
                add(format!("{of}.{kind}.{part}.weight"), &[inner, width]);
            }
            add(format!("{of}.{kind}.o.weight"), &[width, inner]);
            add(format!("{of}.layer_norm.weight"), &[width]);
        }
        add("block.0.layer.0.SelfAttention.relative_attention_bias.weight".into(), &[8, 2]);
        let of = format!("block.0.layer.{}", attentions.len());
        add(format!("{of}.DenseReluDense.wi.weight"), &[wide, width]);
        add(format!("{of}.DenseReluDense.wo.weight"), &[width, wide]);
        add(format!("{of}.layer_norm.weight"), &[width]);
        add("final_layer_norm.weight".into(), &[width]);
    }
    write(folder, &config, &tokenizer(rows, &["<pad>", "</s>", "<unk>"], &["A", "</s>"]), shapes);
}

/// The same of a RoBERTa that fills gaps: it has no layer that points.
pub fn roberta(folder: &Path, rows: &str) {
    let (width, wide) = (16, 24);
    let config = json!({
        "architectures": ["RobertaForMaskedLM"], "model_type": "roberta", "hidden_size": width,
        "num_hidden_layers": 1, "num_attention_heads": 2, "intermediate_size": wide, "vocab_size": WORDS,
        "max_position_embeddings": 130, "type_vocab_size": 1, "layer_norm_eps": 1e-5, "pad_token_id": 1,
        "hidden_act": "gelu", "hidden_dropout_prob": 0.0, "attention_probs_dropout_prob": 0.0,
    });
    let mut shapes = Vec::new();
    let mut add = |name: &str, shape: &[usize]| shapes.push((format!("roberta.{name}"), shape.to_vec()));
    for (name, rows) in [("word", WORDS), ("position", 130), ("token_type", 1)] {
        add(&format!("embeddings.{name}_embeddings.weight"), &[rows, width]);
    }
    let of = "encoder.layer.0";
    for (name, shape) in [
        ("embeddings.LayerNorm".to_owned(), vec![width]),
        (format!("{of}.attention.self.query"), vec![width, width]),
        (format!("{of}.attention.self.key"), vec![width, width]),
        (format!("{of}.attention.self.value"), vec![width, width]),
        (format!("{of}.attention.output.dense"), vec![width, width]),
        (format!("{of}.attention.output.LayerNorm"), vec![width]),
        (format!("{of}.intermediate.dense"), vec![wide, width]),
        (format!("{of}.output.dense"), vec![width, wide]),
        (format!("{of}.output.LayerNorm"), vec![width]),
    ] {
        add(&format!("{name}.weight"), &shape);
        add(&format!("{name}.bias"), &shape[..1]);
    }
    let around = ["<s>", "A", "</s>", "</s>", "B", "</s>"];
    write(folder, &config, &tokenizer(rows, &["<s>", "<pad>", "</s>", "<unk>"], &around), shapes);
}

/// A tokenizer of whole words; `around` is its template for one text, or for two.
fn tokenizer(rows: &str, specials: &[&str], around: &[&str]) -> Value {
    let mut words: Vec<String> = ["answer", "question", "$", ":"].map(str::to_owned).to_vec();
    let mut texts = Vec::new();
    for row in rows.lines().map(|line| serde_json::from_str::<Value>(line).expect("a row")) {
        texts.extend(row["facts"].as_array().expect("a list").iter().cloned());
        texts.extend([row["question"].clone(), row["answer"].clone()]);
    }
    for text in texts {
        let text = text.as_str().expect("a text").to_lowercase().replace(['.', '?', ','], " ");
        words.extend(text.split(' ').filter(|word| !word.is_empty()).map(str::to_owned));
    }
    words.extend([".", "?", ","].map(str::to_owned));
    words.sort_unstable();
    words.dedup();
    let all = specials.iter().map(|word| (*word).to_owned()).chain(words);
    let vocabulary: Map<String, Value> = all.zip(0..).map(|(word, number)| (word, json!(number))).collect();
    assert!(vocabulary.len() <= WORDS, "{} words", vocabulary.len());
    let piece = |piece: &&str| match *piece {
        "A" | "B" => json!({"Sequence": {"id": piece, "type_id": 0}}),
        special => json!({"SpecialToken": {"id": special, "type_id": 0}}),
    };
    let template: Vec<Value> = around.iter().map(piece).collect();
    let single = if around.len() > 3 { &template[..3] } else { &template[..] };
    let added = specials.iter().zip(0..).map(|(content, id)| {
        json!({"id": id, "content": content, "single_word": false, "lstrip": false, "rstrip": false,
               "normalized": false, "special": true})
    });
    let special = specials.iter().zip(0..).map(|(content, id)| {
        ((*content).to_owned(), json!({"id": content, "ids": [id], "tokens": [content]}))
    });
    json!({
        "version": "1.0", "truncation": null, "padding": null, "added_tokens": added.collect::<Vec<_>>(),
        "normalizer": {"type": "Lowercase"}, "pre_tokenizer": {"type": "Whitespace"}, "decoder": null,
        "post_processor": {"type": "TemplateProcessing", "single": single, "pair": template,
                           "special_tokens": special.collect::<Map<_, _>>()},
        "model": {"type": "WordLevel", "vocab": vocabulary, "unk_token": "<unk>"},
    })
}

/// Writes the three files, with numbers that look random.
fn write(folder: &Path, config: &Value, tokenizer: &Value, shapes: Vec<(String, Vec<usize>)>) {
    fs::create_dir_all(folder).expect("a folder");
    fs::write(folder.join("config.json"), format!("{config:#}")).expect("a file");
    fs::write(folder.join("tokenizer.json"), tokenizer.to_string()).expect("a file");
    let (mut header, mut bytes) = (Map::new(), Vec::new());
    let mut state = 1u32;
    for (name, shape) in shapes {
        let start = bytes.len();
        let is_norm = name.to_lowercase().contains("norm.weight");
        for _ in 0..shape.iter().product() {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            let number = (f64::from(state) / f64::from(u32::MAX) - 0.5) as f32;
            bytes.extend(if is_norm { 1.0 + 0.1 * number } else { 0.6 * number }.to_le_bytes());
        }
        header.insert(name, json!({"dtype": "F32", "shape": shape, "data_offsets": [start, bytes.len()]}));
    }
    let header = Value::Object(header).to_string();
    let file = [&(header.len() as u64).to_le_bytes()[..], header.as_bytes(), &bytes].concat();
    fs::write(folder.join("model.safetensors"), file).expect("a file");
}

/// Reads a file of tensors, with a few lines that know nothing of the library that wrote it.
pub fn tensors(path: &Path) -> Tensors {
    let file = fs::read(path).expect("a file");
    let (size, rest) = file.split_first_chunk::<8>().expect("a header");
    let (header, data) = rest.split_at(u64::from_le_bytes(*size) as usize);
    let header: Map<String, Value> = serde_json::from_slice(header).expect("JSON");
    let read = |(name, about): (String, Value)| {
        assert_eq!(about["dtype"], "F32", "{name}");
        let list = |key: &str| -> Vec<usize> {
            let list = about[key].as_array().expect("a list");
            list.iter().map(|number| number.as_u64().expect("a number") as usize).collect()
        };
        let ends = list("data_offsets");
        let numbers = data[ends[0]..ends[1]].as_chunks::<4>().0.iter().map(|&four| f32::from_le_bytes(four));
        (name, (list("shape"), numbers.collect()))
    };
    header.into_iter().filter(|(name, _)| name != "__metadata__").map(read).collect()
}
