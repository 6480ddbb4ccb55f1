# What the app runs on: Node without a shell or a package manager. The workflow that publishes the image looks up this
# tag's digest and passes the base by it, as in gcr.io/distroless/nodejs24-debian13@sha256:<digest>.
ARG BASE=gcr.io/distroless/nodejs24-debian13:nonroot

# The bundle is the same for every processor, so it is built once, on the builder's own.
FROM --platform=$BUILDPLATFORM node:24-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --ignore-scripts
COPY build build
COPY src src
RUN node build/main.ts && mkdir compiled

FROM ${BASE}
ENV NODE_ENV=production
# The threads that compile and collect garbage share one pool of memory. By default each keeps its own.
ENV MALLOC_ARENA_MAX=1
# Large buffers, as modules need while they load, go back to the system. By default the pool grows to keep them.
ENV MALLOC_TRIM_THRESHOLD_=2000000
WORKDIR /app
COPY --from=build /app/dist dist
# The user can read this and nothing else. It must be able to read what is mounted, such as secrets.
USER 65532:65532
# Older releases of Node have known holes. package.json says which are old enough.
RUN ["/nodejs/bin/node", "dist/check-node.js"]
# The compiled bundle, for quicker starts with less memory. Without settings the app stops at once with 1, and leaves it
# here. Node accepts it only with the same version, user, path and flags.
ENV NODE_COMPILE_CACHE=/app/compiled
COPY --from=build --chown=65532:65532 /app/compiled compiled
RUN ["/nodejs/bin/node", "-e", "process.exit(child_process.spawnSync(process.execPath, ['--min-semi-space-size=2', '--max-semi-space-size=16', 'dist/main.js']).status - 1)"]
EXPOSE 3000
HEALTHCHECK --interval=30s --timeout=3s --start-period=10s \
  CMD ["/nodejs/bin/node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT || 3000}/healthz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["/nodejs/bin/node"]
# Room for new objects in MB: for a start not to collect garbage all the time, and for floods of alerts, which make many.
# Node alone would take more on a large machine.
CMD ["--min-semi-space-size=2", "--max-semi-space-size=16", "dist/main.js"]
