import { randomBytes, createSecretKey } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { byAddress, keptPictures } from "../../../src/platform/pictures/pictures.ts";
import { type HttpServer, startServer } from "../../../src/platform/http/server.ts";
import { webApp } from "../../../src/platform/http/web.ts";
import { type Signer, createSigner } from "../../../src/platform/secrets/seal.ts";
import { useRedis } from "../../support/redis.ts";

const redis = useRedis();
const key = { id: "k1", key: createSecretKey(randomBytes(32)) };
const signer = createSigner([key], "pictures");
const png = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x00, 0xff]);
let time: Date;
let server: HttpServer;
let publicUrl: string;

const picturesOf = (workspaceId: string) => keptPictures(redis.client, workspaceId);

beforeAll(async () => {
  const pictures = { picturesOf, signer, now: () => time };
  server = await startServer({
    port: 0,
    web: webApp({ pictures }),
  });
  publicUrl = `http://127.0.0.1:${server.port}`;
});
beforeEach(() => {
  time = new Date("2026-11-20T10:00:00Z");
});
afterAll(() => server.close(1_000));

async function published({ by = signer, workspaceId = "T1" }: { by?: Signer; workspaceId?: string } = {}) {
  const publish = byAddress({
    workspaceId,
    pictures: picturesOf(workspaceId),
    publicUrl,
    signer: by,
    now: () => time,
    newId: () => "5d2f8c1e-7b3a-4a55-9e0c-0f1a2b3c4d5e",
  });
  const published = await publish({ png, altText: "Costs", fileName: "costs.png" });
  return "image_url" in published ? published.image_url : "";
}

async function answerTo(address: string) {
  const response = await fetch(address);
  return { status: response.status, body: await response.text() };
}

test("a picture is served at its address for an hour, and only its reader may cache it", async () => {
  const address = await published();
  time = new Date("2026-11-20T10:45:00Z");
  const response = await fetch(address);
  expect(response.status).toBe(200);
  expect(Buffer.from(await response.arrayBuffer())).toEqual(png);
  expect(Object.fromEntries(response.headers)).toMatchObject({
    "content-type": "image/png",
    "cache-control": "private, max-age=900",
    "x-content-type-options": "nosniff",
  });
});

test("an address that is expired, forged, of another workspace or of another purpose is not found", async () => {
  const address = await published();
  const nowhere = await answerTo(`${publicUrl}/nowhere`);
  const [, , , , workspaceId = "", , expiry = "", signature = ""] = address.split("/");
  const another = createSigner([{ id: "k1", key: createSecretKey(randomBytes(32)) }], "pictures");
  const forged = [
    address.replace(`/${workspaceId}/`, "/T2/"),
    address.replace(expiry, String(Number(expiry) + 3_600)),
    address.replace(signature, `${signature.startsWith("A") ? "B" : "A"}${signature.slice(1)}`),
    address.replace(".png", ""),
    await published({ by: another }),
    await published({ by: createSigner([key], "other") }),
    `${publicUrl}/pictures/`,
    `${publicUrl}/pictures/T1/%00/1/x.png`,
  ];
  for (const wrong of forged) expect(await answerTo(wrong)).toEqual(nowhere);
  time = new Date("2026-11-20T11:00:00Z");
  expect(await answerTo(address)).toEqual(nowhere);
  expect(nowhere.status).toBe(404);
});

test("a picture that Redis dropped is not found", async () => {
  const address = await published();
  await redis.client.flushall();
  expect((await answerTo(address)).status).toBe(404);
});

test("pictures are gone from Redis after an hour, and none is larger than a chart can be", async () => {
  await published({ workspaceId: "T7" });
  const [kept = ""] = await redis.client.keys("qm:{T7}:*");
  expect(await redis.client.ttl(kept)).toBeGreaterThan(3_500);
  await expect(picturesOf("T7").save("id", Buffer.alloc(600_000))).rejects.toMatchObject({
    kind: "bug",
  });
});
