import { once } from "node:events";
import { createServer } from "node:http";
import { z } from "zod";
import { type Delivery, type Round, measureRound } from "./deliver.ts";
import type { Pace } from "./pace.ts";
import { medianOf, printTable } from "./print.ts";
import { unpacedTarget } from "./targets.ts";

/**
 * Measures what traces cost while alerts get from their senders to Slack: in pairs without a collector, and with one
 * that gets every tenth trace. First with one post a second in a channel, as it runs for its users, then without
 * pauses. Prints, and judges nothing.
 */
export async function traces(pace: Pace): Promise<void> {
  await measurePairs(pace(3, 1), {
    name: "one post a second in a channel",
    channels: pace(2_000, 100),
    senders: 32,
    alerts: pace(14_000, 200),
    rounds: 1,
    hoped: ["", "", ""],
    target: (app) => app,
  });
  await measurePairs(pace(5, 1), {
    name: "without pauses",
    channels: 500,
    senders: 20,
    alerts: pace(20_000, 1_000),
    // So many that the code is compiled.
    alertsBefore: pace(20_000, 50),
    rounds: 1,
    hoped: ["", "", ""],
    target: unpacedTarget,
  });
}

async function measurePairs(pairs: number, delivery: Delivery): Promise<void> {
  await using collector = await startSink();
  const tracing = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, OTEL_TRACES_SAMPLER_ARG: "0.1" };
  const off = () => measureRound(delivery);
  const on = () =>
    measureRound({
      ...delivery,
      target(app) {
        const target = delivery.target(app);
        return { ...target, env: { ...target.env, ...tracing } };
      },
    });
  const rounds: { off: Round; on: Round }[] = [];
  for (let pair = 0; pair < pairs; pair += 1) {
    // Each is first in every other pair.
    if (pair % 2 === 0) rounds.push({ off: await off(), on: await on() });
    else {
      const second = await on();
      rounds.push({ off: await off(), on: second });
    }
  }
  print(delivery.name, rounds, collector.requests());
}

/** A collector that takes everything and keeps nothing. */
async function startSink() {
  let requests = 0;
  const server = createServer((request, response) => {
    requests += 1;
    request.resume().on("end", () => response.end());
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = z.object({ port: z.number() }).parse(server.address());
  return {
    url: `http://127.0.0.1:${port}`,
    requests: () => requests,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

function row(title: string, { postsPerSecond, processorUs, peakMb }: Round): string[] {
  const [posts, processor, memory] = [postsPerSecond, processorUs, peakMb].map((value) => Math.round(value));
  return [title, `${posts}`, `${processor} µs`, `${memory} MB`];
}

function print(name: string, rounds: readonly { off: Round; on: Round }[], requests: number): void {
  const medianRatio = (of: (round: Round) => number) =>
    medianOf(rounds.map(({ off, on }) => of(on) / of(off))).toFixed(3);
  const more = medianOf(rounds.map(({ off, on }) => on.peakMb - off.peakMb));
  printTable(`Traces of every tenth alert, ${name}, in ${requests} requests to the collector`, [
    ["", "posts/s", "processor/post", "peak memory"],
    ...rounds.flatMap(({ off, on }, index) => [row(`off ${index + 1}`, off), row(`on ${index + 1}`, on)]),
    [
      "on / off",
      medianRatio(({ postsPerSecond }) => postsPerSecond),
      medianRatio(({ processorUs }) => processorUs),
      `${Math.round(more)} MB more`,
    ],
    ["target", ">= 0.95", "", "<= 25 MB more"],
  ]);
}
