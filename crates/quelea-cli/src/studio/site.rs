//! The page in the program: which file answers which request, and with which headers.

use axum::Router;
use axum::http::{HeaderMap, HeaderName, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use rust_embed::{EmbeddedFile, RustEmbed};

/// What `cargo xtask web` made before the program was built; nothing where it did not run.
#[derive(RustEmbed)]
#[folder = "../../web/dist"]
#[allow_missing = true]
struct Site;

/// The page runs only what came with it, and reaches nothing else.
const POLICY: &str = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; img-src 'self' data: blob:; \
    media-src 'self' blob:; object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'";

/// Whether the program was built with the page.
pub fn is_there() -> bool {
    Site::get("index.html").is_some()
}

/// Answers requests for the page's files and nothing else. There are no folders: a path is the name of a file
/// in the program or of nothing.
pub fn router() -> Router {
    Router::new().fallback(get(answer))
}

async fn answer(uri: Uri, request: HeaderMap) -> Response {
    let name = match uri.path().trim_start_matches('/') {
        "" => "index.html",
        name => name,
    };
    let Some(file) = Site::get(name) else {
        return (StatusCode::NOT_FOUND, safe(), "There is no such page.\n").into_response();
    };
    let tag = tag(&file);
    let known = request.get(header::IF_NONE_MATCH).is_some_and(|known| known.as_bytes() == tag.as_bytes());
    // Asked for again each time, but sent again only if the program is another one.
    let about = [
        (header::CONTENT_TYPE, kind(name).to_owned()),
        (header::CACHE_CONTROL, "no-cache".into()),
        (header::ETAG, tag),
    ];
    if known {
        (StatusCode::NOT_MODIFIED, safe(), about).into_response()
    } else {
        (safe(), about, file.data).into_response()
    }
}

fn safe() -> [(HeaderName, &'static str); 3] {
    [
        (header::CONTENT_SECURITY_POLICY, POLICY),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::REFERRER_POLICY, "no-referrer"),
    ]
}

fn tag(file: &EmbeddedFile) -> String {
    let sum: String = file.metadata.sha256_hash()[..8].iter().map(|byte| format!("{byte:02x}")).collect();
    format!("\"{sum}\"")
}

fn kind(name: &str) -> &'static str {
    match name.rsplit('.').next() {
        Some("html") => "text/html; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        // Only by this name is it compiled while it still arrives.
        Some("wasm") => "application/wasm",
        Some("svg") => "image/svg+xml",
        Some("png") => "image/png",
        Some("webmanifest") => "application/manifest+json",
        _ => "application/octet-stream",
    }
}
