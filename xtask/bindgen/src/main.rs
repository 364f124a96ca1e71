//! Makes what a page loads from a compiled library: `bindgen IN.wasm OUT_FOLDER`.

use anyhow::{Context, bail};
use wasm_bindgen_cli_support::Bindgen;

fn main() -> anyhow::Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [input, output] = &arguments[..] else { bail!("usage: bindgen IN.wasm OUT_FOLDER") };
    let mut bindgen = Bindgen::new();
    bindgen.input_path(input).web(true)?.typescript(true).remove_name_section(true).remove_producers_section(true);
    bindgen.generate(output).with_context(|| format!("cannot bind {input}"))
}
