//! Accepts connections: a limited number at a time, and none that keep silent.
//!
//! `axum::serve` would do, but lets a client that sends half a request hold its connection for ever.

use axum::Router;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use std::sync::Arc;
use std::time::Duration;
use tokio::net::TcpListener;
use tokio::sync::Semaphore;

/// The most connections at a time; others wait until one ends.
const MAX_CONNECTIONS: usize = 256;

/// How long a client may take to send the head of a request, or to send another one.
const PATIENCE: Duration = Duration::from_secs(5);

/// How long a connection may last: long enough for the whole page over a slow network.
const LONGEST: Duration = Duration::from_secs(600);

/// How long to wait before accepting again when there are too many open files.
const RETRY: Duration = Duration::from_millis(50);

/// Serves until the program is stopped.
pub async fn serve(listener: TcpListener, router: Router) {
    let connections = Arc::new(Semaphore::new(MAX_CONNECTIONS));
    loop {
        // The semaphore is never closed.
        let Ok(permit) = connections.clone().acquire_owned().await else { return };
        let Ok((stream, _)) = listener.accept().await else {
            // No file descriptor is left, or the client has gone: connections that end make room.
            tokio::time::sleep(RETRY).await;
            continue;
        };
        let service = TowerToHyperService::new(router.clone());
        let mut server = http1::Builder::new();
        server.timer(TokioTimer::new()).header_read_timeout(PATIENCE);
        let connection = server.serve_connection(TokioIo::new(stream), service);
        tokio::spawn(async move {
            // What goes wrong with one connection concerns nobody else.
            let _ = tokio::time::timeout(LONGEST, connection).await;
            drop(permit);
        });
    }
}
