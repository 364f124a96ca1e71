//! `quelea studio`: serves the page that is embedded in the program.

pub mod arguments;
mod site;

use anyhow::{Context, bail};
use arguments::StudioArgs;
use std::io::Write;
use std::net::{IpAddr, SocketAddr, TcpListener};

/// The default port.
const PORT: u16 = 7373;

/// Serves the studio until the program is stopped.
pub fn serve(arguments: &StudioArgs, out: &mut dyn Write) -> anyhow::Result<()> {
    if !site::is_embedded() {
        bail!(
            "this program was built without the page: run `cargo xtask web` (it needs Node) and build it again, or let `cargo xtask studio` do both"
        );
    }
    let listener = listen(arguments.bind, arguments.port)?;
    let address = address(listener.local_addr()?);
    writeln!(out, "The studio is at {address}\nThe guide is at  {address}guide.html\nCtrl-C stops it.")?;
    out.flush()?;
    if arguments.open && open::that_detached(&address).is_err() {
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

/// Listens on the given port; without one on the default port, or on any if that is taken.
fn listen(bind: IpAddr, port: Option<u16>) -> anyhow::Result<TcpListener> {
    let wanted = SocketAddr::new(bind, port.unwrap_or(PORT));
    match (TcpListener::bind(wanted), port) {
        (Ok(listener), _) => Ok(listener),
        (Err(_), None) => {
            TcpListener::bind(SocketAddr::new(bind, 0)).with_context(|| format!("cannot listen on {bind}"))
        }
        (Err(error), Some(port)) => {
            Err(error).with_context(|| format!("cannot listen on port {port}: choose another, or 0 for any free one"))
        }
    }
}

/// The URL for a browser on this machine.
fn address(listening: SocketAddr) -> String {
    let on_all = listening.ip().is_unspecified();
    let host = if on_all { "127.0.0.1".into() } else { listening.ip().to_string() };
    let host = if host.contains(':') { format!("[{host}]") } else { host };
    format!("http://{host}:{}/", listening.port())
}
