import { expect, test } from "vitest";
import { readEach } from "../../../../src/features/backups/list/read-each.ts";
import type { Backup } from "../../../../src/platform/cloud/services/backup.ts";
import { AppError } from "../../../../src/lib/errors.ts";
import { backup } from "../wire.ts";

interface Known {
  name: string;
  connection: string;
}

function services(count: number, connection = "default"): Known[] {
  return Array.from({ length: count }, (_, index) => ({ name: `${connection} ${index}`, connection }));
}

/** The outcome of each service: its number of backups, or its error. */
async function outcomes(known: Known[], read: (service: Known) => Promise<Backup[]>): Promise<string[]> {
  const all = await readEach({
    services: known,
    read: async (service) => ({ backups: await read(service) }),
    requestsPerWindow: 1_000,
  });
  return all
    .map((each) => `${each.service.name}: ${"error" in each ? each.error.message : each.backups.length}`)
    .sort();
}

test("every service is read once, and progress counts each of them", async () => {
  const asked: string[] = [];
  const told: number[] = [];
  const all = await readEach({
    services: [...services(7), ...services(2, "second")],
    read: async ({ name }) => {
      asked.push(name);
      return { backups: [backup(1)] };
    },
    requestsPerWindow: 1_000,
    onRead: async (done) => void told.push(done),
  });
  expect(all).toHaveLength(9);
  expect(new Set(asked).size).toBe(9);
  expect(asked).toHaveLength(9);
  expect(told).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
});

async function readSome({ name }: Known): Promise<Backup[]> {
  if (name === "default 1") throw new AppError("forbidden", "Not yours.");
  if (name === "default 2") throw new AppError("upstream", "It failed.", { answered: true });
  return [backup(1)];
}

test("an unreadable service has its error, and the others are read", async () => {
  expect(await outcomes(services(4), readSome)).toEqual([
    "default 0: 1",
    "default 1: Not yours.",
    "default 2: It failed.",
    "default 3: 1",
  ]);
});

test("a rate limit is waited out, and the request repeated", async () => {
  let left = 3;
  const read = async () => {
    left -= 1;
    if (left >= 0) throw new AppError("limited", "Later.", { retryAfterMs: 1 });
    return [backup(1)];
  };
  expect(await outcomes(services(2), read)).toEqual(["default 0: 1", "default 1: 1"]);
});

test.each([
  ["refuses the key", new AppError("auth", "Refused."), 3],
  ["does not answer", new AppError("upstream", "No answer."), 4],
])("a cloud that %s gets only a few requests, and another cloud is still read", async (_, error, most) => {
  let asked = 0;
  const read = async ({ connection }: Known) => {
    if (connection === "second") return [];
    asked += 1;
    throw error;
  };
  const all = await outcomes([...services(30), ...services(1, "second")], read);
  expect(all).toHaveLength(31);
  expect(all.filter((each) => each.endsWith(error.message))).toHaveLength(30);
  expect(all.at(-1)).toBe("second 0: 0");
  expect(asked).toBeLessThanOrEqual(most);
});

test("an internal error is thrown, not shown as an error of the cloud", async () => {
  const failing = readEach({
    services: services(3),
    requestsPerWindow: 1_000,
    read: () => Promise.reject(new TypeError("ours")),
  });
  await expect(failing).rejects.toThrow("ours");
});

test("requests for many services are spread evenly, and leave a part of the request quota to people", async () => {
  const begunMs: number[] = [];
  const read = async (_service: Known, pace: () => Promise<void>) => {
    await pace();
    begunMs.push(performance.now());
    return { backups: [] };
  };
  await readEach({ services: services(6), requestsPerWindow: 5, windowMs: 100, read });
  expect(begunMs).toHaveLength(6);
  // Four requests in a window, so the sixth starts after five waits of 25 ms.
  expect((begunMs[5] ?? 0) - (begunMs[0] ?? 0)).toBeGreaterThan(110);
});

test("what is kept is read at once, for any number of services", async () => {
  const begunMs = performance.now();
  await readEach({
    services: services(200),
    requestsPerWindow: 1,
    windowMs: 60_000,
    read: async () => ({ backups: [] }),
  });
  expect(performance.now() - begunMs).toBeLessThan(5_000);
});
