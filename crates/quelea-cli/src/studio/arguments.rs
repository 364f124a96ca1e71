//! The arguments of `quelea studio`.

use crate::numbers;
use clap::Args;
use std::net::IpAddr;

/// Where to serve the studio.
#[derive(Args)]
pub struct StudioArgs {
    /// Port; 0 takes any free one [default: 7373, or any if that is taken]
    #[arg(long, value_name = "N", value_parser = numbers::integer(0u16, 65535))]
    pub port: Option<u16>,
    /// Open the studio in the browser
    #[arg(long)]
    pub open: bool,
    /// Address to listen on; `0.0.0.0` admits other machines
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1")]
    pub bind: IpAddr,
}
