import type { World } from "../protocol.ts";

/** One person's world as the local Slack streams it. */
export interface WorldStream {
  /** Worlds older than this are ignored. */
  notBefore(version: number): void;
  /** Resolves with the first result of `find` in this or a later world. Rejects after a minute. */
  until<Found>(find: (world: World) => Found | undefined, wanted: string): Promise<Found>;
  close(): Promise<void>;
}

// As long as `until`. On a busy machine, following three services may take more than ten seconds.
const maxWaitMs = 60_000;

/** Connects to a person's events at the first wait. */
export function worldStream(url: string, user: string): WorldStream {
  const ended = new AbortController();
  const watchers = new Set<(world: World) => void>();
  let latest: World | undefined;
  let oldest = 0;
  let reading: Promise<void> | undefined;

  async function read(): Promise<void> {
    const response = await fetch(`${url}/page/events?user=${user}`, { signal: ended.signal });
    if (!response.body) throw new Error("The local Slack sent no events.");
    for await (const world of worlds(response.body)) {
      latest = world;
      for (const watch of watchers) watch(world);
    }
  }

  return {
    notBefore(version) {
      oldest = Math.max(oldest, version);
    },
    until(look, wanted) {
      const find = (world: World) => (world.version < oldest ? undefined : look(world));
      reading ??= read().catch((error: unknown) => {
        if (!ended.signal.aborted) throw error;
      });
      const found = latest && find(latest);
      if (found !== undefined) return Promise.resolve(found);
      return new Promise((resolve, reject) => {
        const stop = (): void => {
          clearTimeout(timer);
          watchers.delete(watch);
        };
        const watch = (world: World): void => {
          const found = find(world);
          if (found === undefined) return;
          stop();
          resolve(found);
        };
        const timer = setTimeout(() => {
          stop();
          reject(new Error(`Waited for ${wanted}. There was:\n${latest ? summary(latest) : "no world"}`));
        }, maxWaitMs);
        watchers.add(watch);
        reading?.catch(reject);
      });
    },
    async close() {
      ended.abort();
      await reading;
    },
  };
}

async function* worlds(body: ReadableStream<Uint8Array>): AsyncGenerator<World> {
  const decoder = new TextDecoder();
  let rest = "";
  for await (const chunk of body) {
    const events = (rest + decoder.decode(chunk, { stream: true })).split("\n\n");
    rest = events.pop() ?? "";
    for (const event of events) {
      // The server is built from the same protocol.ts as this driver.
      const world: World = JSON.parse(event.replace(/^data: /u, ""));
      yield world;
    }
  }
}

function summary({ channels, modals, home, stepRuns }: World): string {
  const messages = channels.flatMap(({ name, messages }) =>
    messages.slice(-3).map((message) => `#${name}: ${JSON.stringify(message)}`),
  );
  return [
    ...messages,
    ...modals.map((view) => `modal: ${JSON.stringify(view)}`),
    `home: ${JSON.stringify(home)}`,
    `steps: ${JSON.stringify(stepRuns)}`,
  ].join("\n");
}
