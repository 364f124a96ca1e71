//! What may stand behind `quelea studio`.

use clap::Args;
use std::net::IpAddr;

/// Where the studio is served.
#[derive(Args)]
pub struct Stage {
    /// The port; 0 takes any that is free [default: 7373, or any if that is taken]
    #[arg(long, value_name = "N", value_parser = crate::numbers::whole(0u16, 65535))]
    pub port: Option<u16>,
    /// Open it in the browser
    #[arg(long)]
    pub open: bool,
    /// The address to listen on; `0.0.0.0` lets other machines in
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1")]
    pub bind: IpAddr,
}
