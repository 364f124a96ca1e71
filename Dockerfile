# The program with the studio, in a small image:
#   docker build --tag quelea .
#   docker run --rm --user "$(id -u)" --volume "$PWD:/data" quelea run p5 --measures m.csv
#   docker run --rm --publish 7373:7373 quelea studio --bind 0.0.0.0
FROM rust:1-bookworm AS build
RUN apt-get update && apt-get install --yes --no-install-recommends nodejs npm
WORKDIR /src
COPY . .
RUN cargo xtask web
RUN cargo build --release --locked --package quelea-cli && strip target/release/quelea

# `quelea render` needs a Vulkan driver too (mesa-vulkan-drivers), which would be most of the image.
FROM debian:bookworm-slim
COPY --from=build /src/target/release/quelea /usr/local/bin/
USER 1000
WORKDIR /data
EXPOSE 7373
ENTRYPOINT ["quelea"]
CMD ["--help"]
