import { once } from "node:events";
import { createServer } from "node:net";
import { expect, test } from "vitest";
import { freePort } from "../../src/demo/redis.ts";

test("a wanted port is given if it is free", async () => {
  const wanted = await freePort();
  expect(await freePort(wanted)).toBe(wanted);
});

test("for a taken port, a free one is given that no outgoing connection gets meanwhile", async () => {
  const port = await freePort();
  await using server = createServer().listen(port, "127.0.0.1");
  await once(server, "listening");
  const given = await freePort(port);
  expect(given).not.toBe(port);
  // Linux begins here, and all other systems later.
  expect(given).toBeLessThan(32_768);
});
