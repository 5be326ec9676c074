# An image with mcr: docker build -t mcr . && docker run --rm -v "$PWD:/work" mcr check -- java -cp classes Main
FROM rust:1-bookworm AS build
RUN apt-get update && apt-get install --yes --no-install-recommends default-jdk-headless maven python3-pip gradle g++
WORKDIR /src
COPY . .
RUN cargo xtask install --prefix /opt/mcr

FROM debian:bookworm-slim
RUN apt-get update && apt-get install --yes --no-install-recommends default-jdk-headless && rm -rf /var/lib/apt/lists/*
COPY --from=build /opt/mcr /opt/mcr
RUN ln -s /opt/mcr/bin/mcr /usr/local/bin/mcr && mcr doctor
WORKDIR /work
ENTRYPOINT ["mcr"]
