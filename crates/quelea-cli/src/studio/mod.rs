//! `quelea studio`: serves the page that is embedded in the program.

pub mod arguments;
mod server;
mod site;

use anyhow::{Context, bail};
use arguments::StudioArgs;
use std::io::Write;
use std::net::{IpAddr, Ipv4Addr, SocketAddr, TcpListener, UdpSocket};

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
    writeln!(out, "The studio is at {address}\nThe guide is at  {address}guide.html")?;
    if let Some(host) = arguments.bind.is_unspecified().then(own_address).flatten() {
        let port = listener.local_addr()?.port();
        writeln!(out, "From other machines: {}", url(SocketAddr::new(host, port)))?;
    }
    writeln!(out, "Ctrl-C stops it.")?;
    out.flush()?;
    if arguments.open && open::that_detached(&address).is_err() {
        writeln!(out, "No browser could be started: open the address yourself.")?;
        out.flush()?;
    }
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(async {
        listener.set_nonblocking(true)?;
        server::serve(tokio::net::TcpListener::from_std(listener)?, site::router()).await;
        Ok(())
    })
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
    match listening.ip().is_unspecified() {
        true => url(SocketAddr::new(Ipv4Addr::LOCALHOST.into(), listening.port())),
        false => url(listening),
    }
}

fn url(address: SocketAddr) -> String {
    format!("http://{address}/")
}

/// The address of this machine in its network, if it has one. Nothing is sent: connecting a UDP socket only chooses the
/// address it would send from.
fn own_address() -> Option<IpAddr> {
    // An address that is reserved for documentation.
    let socket = UdpSocket::bind((Ipv4Addr::UNSPECIFIED, 0)).ok()?;
    socket.connect((Ipv4Addr::new(192, 0, 2, 1), 9)).ok()?;
    Some(socket.local_addr().ok()?.ip())
}
