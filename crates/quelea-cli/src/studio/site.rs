//! The embedded page: which file answers a request, and with which headers.

use axum::Router;
use axum::http::{HeaderMap, HeaderName, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use rust_embed::{EmbeddedFile, RustEmbed};

/// The files that `cargo xtask web` made before the program was built; none if it was not run.
#[derive(RustEmbed)]
#[cfg_attr(packaged, folder = "page")]
#[cfg_attr(not(packaged), folder = "../../web/dist")]
#[allow_missing = true]
struct Site;

/// The page runs only its own code and connects to nothing else.
const CONTENT_SECURITY_POLICY: &str = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; \
    img-src 'self' data: blob:; media-src 'self' blob:; object-src 'none'; base-uri 'none'; form-action 'none'; \
    frame-ancestors 'self'";

/// Whether the program was built with the page.
pub fn is_embedded() -> bool {
    Site::get("index.html").is_some()
}

/// Answers requests for embedded files and nothing else.
pub fn router() -> Router {
    Router::new().fallback(get(answer))
}

async fn answer(uri: Uri, request: HeaderMap) -> Response {
    let name = match uri.path().trim_start_matches('/') {
        "" => "index.html",
        name => name,
    };
    let Some(file) = Site::get(name) else {
        return (StatusCode::NOT_FOUND, security_headers(), "There is no such page.\n").into_response();
    };
    let etag = etag(&file);
    let unchanged = request.get(header::IF_NONE_MATCH).is_some_and(|known| known.as_bytes() == etag.as_bytes());
    // Revalidated each time, but sent again only after a new build.
    let headers =
        [(header::CONTENT_TYPE, content_type(name)), (header::CACHE_CONTROL, "no-cache".into()), (header::ETAG, etag)];
    if unchanged {
        (StatusCode::NOT_MODIFIED, security_headers(), headers).into_response()
    } else {
        (security_headers(), headers, file.data).into_response()
    }
}

fn security_headers() -> [(HeaderName, &'static str); 5] {
    [
        // Browsers let only a page that is isolated from other origins have threads that share memory.
        (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
        (HeaderName::from_static("cross-origin-embedder-policy"), "require-corp"),
        (header::CONTENT_SECURITY_POLICY, CONTENT_SECURITY_POLICY),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::REFERRER_POLICY, "no-referrer"),
    ]
}

fn etag(file: &EmbeddedFile) -> String {
    let hash: String = file.metadata.sha256_hash()[..8].iter().map(|byte| format!("{byte:02x}")).collect();
    format!("\"{hash}\"")
}

fn content_type(name: &str) -> String {
    let mime = mime_guess::from_path(name).first_or_octet_stream();
    if mime.type_() == "text" { format!("{mime}; charset=utf-8") } else { mime.to_string() }
}

#[cfg(test)]
mod tests {
    use super::content_type;

    /// WebAssembly is compiled while it loads only under its own type, and `nosniff` needs a right one for scripts.
    #[test]
    fn files_of_the_page_have_the_types_that_browsers_expect() {
        for (name, expected) in [
            ("index.html", "text/html; charset=utf-8"),
            ("studio.js", "text/javascript; charset=utf-8"),
            ("studio.css", "text/css; charset=utf-8"),
            ("quelea_bg.wasm", "application/wasm"),
            ("icon.svg", "image/svg+xml"),
            ("flock.png", "image/png"),
            ("app.webmanifest", "application/manifest+json"),
            ("LICENSE", "application/octet-stream"),
        ] {
            assert_eq!(content_type(name), expected, "{name}");
        }
    }
}
