//! Rebuilds the program when the page embedded in it changes.

fn main() {
    // Cargo takes a missing path for one that has changed: until the page is built, watch the folder it appears in.
    let page = ["../../web/dist", "../../web"].into_iter().find(|path| std::path::Path::new(path).exists());
    if let Some(page) = page {
        println!("cargo::rerun-if-changed={page}");
    }
    println!("cargo::rerun-if-changed=build.rs");
}
