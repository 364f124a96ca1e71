//! The page is embedded as it is when the program is built: a new page makes a new program.

fn main() {
    println!("cargo::rerun-if-changed=../../web/dist");
    println!("cargo::rerun-if-changed=build.rs");
}
