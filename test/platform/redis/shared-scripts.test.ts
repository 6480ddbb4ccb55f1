import { afterEach, expect, test } from "vitest";
import { connectRedis } from "../../../src/platform/redis/connect.ts";
import { redisServerAt } from "../../../src/platform/redis/server.ts";
import { useRedis } from "../../support/redis.ts";
import { until } from "../../support/until.ts";

const redis = useRedis();
const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

const who = (on: object): unknown => Reflect.get(on, "who");
const call = (on: object): unknown => Reflect.apply(Object(who(on)), on, []);

/** A connection to a database that has a script under the name "who", as BullMQ defines its scripts. */
async function connectionWith(lua: string, database: number) {
  const client = connectRedis(redisServerAt(redis.url), () => {});
  closing.push(() => client.disconnect());
  client.defineCommand("who", { lua, numberOfKeys: 0 });
  await until(async () => client.status === "ready");
  await client.select(database);
  await client.set("database", database);
  return {
    command: who(client),
    run: () => call(client),
    /** In a transaction. */
    runInMulti: async () => {
      const multi = client.multi();
      call(multi);
      return (await multi.exec())?.[0]?.[1];
    },
  };
}

const lua = "return redis.call('get', 'database')";

test("connections share what a script became, and each runs it itself, in a transaction too", async () => {
  const [first, second] = [await connectionWith(lua, 1), await connectionWith(lua, 2)];
  expect(second.command).toBe(first.command);
  expect(await first.run()).toBe("1");
  expect(await second.run()).toBe("2");
  expect(await second.runInMulti()).toBe("2");
});

test("another script of the same name is its own", async () => {
  await connectionWith(lua, 1);
  const other = await connectionWith("return 'other'", 2);
  expect(await other.run()).toBe("other");
  expect(await other.runInMulti()).toBe("other");
});
