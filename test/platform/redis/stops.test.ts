import { afterEach, expect, test } from "vitest";
import { connectRedis } from "../../../src/platform/redis/connect.ts";
import { redisServerAt } from "../../../src/platform/redis/server.ts";
import { connectStops, stopsHere } from "../../../src/platform/redis/stops.ts";
import { useRedis } from "../../support/redis.ts";
import { until } from "../../support/until.ts";

const redis = useRedis();
const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

/** The stops of one replica. */
function replica() {
  const redisServer = redisServerAt(redis.url);
  const client = connectRedis(redisServer, () => {});
  const stops = connectStops({ redis: client, redisServer }, () => {});
  closing.push(
    () => stops.close(),
    () => client.disconnect(),
  );
  return stops;
}

test("work is stopped in whichever replica does it, by its name only", async () => {
  const [here, there] = [replica(), replica()];
  const work = there.begin("T1 D1 1.1");
  const same = here.begin("T1 D1 1.1");
  const others = ["T1 D1 2.2", "T2 D1 1.1"].map((name) => there.begin(name));
  // The other replica may not listen yet.
  await until(async () => {
    await here.stop("T1 D1 1.1");
    return work.signal.aborted;
  });
  expect(same.signal.aborted).toBe(true);
  expect(others.map(({ signal }) => signal.aborted)).toEqual([false, false]);
});

test("work that has ended is not stopped, and later work under its name begins unstopped", async () => {
  const stops = stopsHere();
  const first = stops.begin("T1 D1 1.1");
  first.end();
  await stops.stop("T1 D1 1.1");
  expect(first.signal.aborted).toBe(false);
  expect(stops.begin("T1 D1 1.1").signal.aborted).toBe(false);
});
