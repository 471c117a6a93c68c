//! The initial weights.

use wampimuk_core::Stream;
use wampimuk_nn::Params;

use super::message_passing::MessagePassing;
use super::{GcnLstm, Options};
use crate::initializer::Initializer;
use crate::m_lstm::Sizes;

/// Numbers of a cell about sizes, about colours, and about the agent; the others are about shapes.
const CHANNELS: (usize, usize, usize) = (4, 4, 5);
/// The number of the padding token.
const PADDING: usize = 0;

impl GcnLstm {
    /// The initial weights of a model, for worlds of four sizes and four colours.
    pub fn create(sizes: Sizes, options: &Options, stream: Stream) -> Params {
        let Options { embedding: word, width, rounds, .. } = *options;
        let Sizes { words, tokens, channels, side } = sizes;
        let mut initial = Initializer::new(stream);
        initial.embedding("encoder.embedding", words, word, PADDING);
        for suffix in ["", "_reverse"] {
            reader(&mut initial, suffix, [word, width / 2]);
        }
        let (size, colour, agent) = CHANNELS;
        let shape = channels.saturating_sub(size + colour + agent);
        for (name, channels) in [("size", size), ("shape", shape), ("yrgb", colour), ("agent", agent)] {
            initial.linear(&format!("{name}_embedding"), [width / 4, channels], false);
        }
        let usual = [1, 5, side + 1 - side % 2];
        let kernels = if options.kernels.is_empty() { &usual[..] } else { &options.kernels };
        for (number, &size) in (1..).zip(kernels) {
            initial.kernel(&format!("situation_encoder.conv_{number}"), width, width, size);
        }
        MessagePassing::create(&mut initial, width, rounds);
        let mut linear = |name: &str, shape: [usize; 2], bias: bool| {
            initial.linear(&format!("decoder.{name}"), shape, bias);
        };
        for (name, keys) in [("visual_attention", kernels.len() * width), ("textual_attention", width)] {
            linear(&format!("{name}.key_layer"), [width, keys], false);
            linear(&format!("{name}.query_layer"), [width, width], false);
            linear(&format!("{name}.energy_layer"), [1, width], false);
        }
        linear("enc_hidden_to_dec_hidden", [width, width], true);
        if options.conditional_attention {
            linear("attentionDecoder.queries_to_keys", [width, 2 * width], true);
        }
        // The released code never uses it; it is here so that its checkpoints and ours have the same tensors.
        linear("attentionDecoder.output_to_hidden", [width, 4 * width], false);
        linear("attentionDecoder.hidden_to_output", [tokens, width], false);
        initial.embedding("decoder.attentionDecoder.embedding", tokens, width, PADDING);
        initial.cell("decoder.attentionDecoder.lstm", "", 3 * width, width);
        initial.finish()
    }
}

/// One direction of the reader: one bias opens the gate that forgets, the other stays zero for ever.
fn reader(initial: &mut Initializer, suffix: &str, [word, width]: [usize; 2]) {
    let name = |what: &str| format!("encoder.rnn0.bilstm.{what}_l0{suffix}");
    let bound = 1.0 / (width as f32).sqrt();
    initial.uniform(&name("weight_ih"), &[4 * width, word], bound);
    initial.uniform(&name("weight_hh"), &[4 * width, width], bound);
    let forget = width..2 * width;
    let bias = (0..4 * width).map(|gate| if forget.contains(&gate) { 1.0 } else { 0.0 });
    initial.given(&name("bias_ih"), &[4 * width], bias);
    initial.given(&name("bias_hh"), &[4 * width], []);
}

#[cfg(test)]
mod tests {
    use wampimuk_core::{Digest, StreamKey};

    use super::*;
    use crate::model::Model;

    /// The numbers of parameters that the original prints.
    #[test]
    fn the_model_has_the_published_size() {
        let stream = StreamKey::new(&Digest::of(b"test"), "weights", 0).stream(0);
        let params = GcnLstm::create(
            Sizes { words: 37, tokens: 10, channels: 17, side: 6 },
            &Options::default(),
            stream,
        );
        let model = GcnLstm::find(&params).unwrap();
        let frozen: usize = model.frozen().into_iter().map(|id| params.get(id).len()).sum();
        assert_eq!((params.data.len() - frozen, frozen), (540_720, 256));
        let sum = |name: &str| params.get(params.find(name).unwrap()).iter().sum::<f32>();
        assert_eq!(sum("encoder.rnn0.bilstm.bias_ih_l0"), 32.0);
        assert_eq!(sum("encoder.rnn0.bilstm.bias_hh_l0_reverse"), 0.0);
    }
}
