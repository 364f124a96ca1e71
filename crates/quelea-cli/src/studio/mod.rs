//! `quelea studio`: serves the page that is in the program.

pub mod arguments;
mod site;

use anyhow::{Context, bail};
use arguments::Stage;
use std::io::Write;
use std::net::{IpAddr, SocketAddr, TcpListener};
use std::process::{Command, Stdio};

/// Where the studio is unless told otherwise, if nobody else is there.
const PORT: u16 = 7373;

/// Serves the studio until it is stopped.
pub fn serve(stage: &Stage, out: &mut dyn Write) -> anyhow::Result<()> {
    if !site::is_there() {
        bail!(
            "this program was built without the page: run `cargo xtask web` (it needs Node) and build it again, or let `cargo xtask studio` do both"
        );
    }
    let listener = listen(stage.bind, stage.port)?;
    let address = address(listener.local_addr()?);
    writeln!(out, "The studio is at {address}\nThe guide is at  {address}guide.html\nCtrl-C stops it.")?;
    out.flush()?;
    if stage.open && !open(&address) {
        writeln!(out, "No browser could be started: open the address yourself.")?;
        out.flush()?;
    }
    let runtime = tokio::runtime::Builder::new_current_thread().enable_io().build()?;
    runtime.block_on(async {
        listener.set_nonblocking(true)?;
        axum::serve(tokio::net::TcpListener::from_std(listener)?, site::router()).await
    })?;
    Ok(())
}

/// Takes the port asked for; without one the usual port, or any if that is taken.
fn listen(bind: IpAddr, port: Option<u16>) -> anyhow::Result<TcpListener> {
    let wanted = SocketAddr::new(bind, port.unwrap_or(PORT));
    match (TcpListener::bind(wanted), port) {
        (Ok(listener), _) => Ok(listener),
        (Err(_), None) => {
            TcpListener::bind(SocketAddr::new(bind, 0)).with_context(|| format!("cannot listen on {bind}"))
        }
        (Err(error), Some(port)) => Err(error)
            .with_context(|| format!("cannot listen on port {port}: choose another, or 0 for any that is free")),
    }
}

/// Where a browser on this machine finds it.
fn address(listening: SocketAddr) -> String {
    let everywhere = listening.ip().is_unspecified();
    let host = if everywhere { "127.0.0.1".into() } else { listening.ip().to_string() };
    let host = if host.contains(':') { format!("[{host}]") } else { host };
    format!("http://{host}:{}/", listening.port())
}

/// Opens an address in the browser that the desktop prefers.
fn open(address: &str) -> bool {
    let opener = if cfg!(target_os = "macos") {
        "open"
    } else if cfg!(windows) {
        "explorer"
    } else {
        "xdg-open"
    };
    Command::new(opener).arg(address).stdout(Stdio::null()).stderr(Stdio::null()).spawn().is_ok()
}
