import { readFile } from "node:fs/promises";
import { Redis, type RedisOptions } from "ioredis";
import { until } from "../until.ts";
import { makeCertificates } from "./certificates.ts";
import { type RedisNode, durableLines, patient, startNode } from "./node.ts";
import { type KindParts, startKilled } from "./kind.ts";

/** The rights of the product's own user, as docs/operations.md gives them. */
const productsRights = "~qm:* ~{qm-jobs* &qm:* +@all -@dangerous +info +config|get";

const password = "p@ss:word/1";

/** One server without a password. */
export async function startSingle(directory: string): Promise<KindParts> {
  const node = await startNode(directory, (port) => [`port ${port}`, ...durableLines(port)]);
  return partsOf(node, {}, { REDIS_URL: `redis://127.0.0.1:${node.port}` });
}

/** One server with TLS, an own CA, client certificates, and an ACL user with no more rights than it needs. */
export async function startTls(directory: string): Promise<KindParts> {
  const { ca, cert, key } = await makeCertificates(directory);
  const node = await startNode(directory, (port) => [
    "port 0",
    `tls-port ${port}`,
    `tls-ca-cert-file ${ca}`,
    `tls-cert-file ${cert}`,
    `tls-key-file ${key}`,
    "tls-auth-clients yes",
    "requirepass all-rights",
    `user quartermaster on >${password} ${productsRights}`,
    ...durableLines(port),
  ]);
  const [caText, certText, keyText] = await Promise.all([ca, cert, key].map((path) => readFile(path)));
  const tls = { ca: caText, cert: certText, key: keyText };
  return partsOf(
    node,
    { password: "all-rights", tls },
    {
      REDIS_URL: `rediss://quartermaster@127.0.0.1:${node.port}`,
      REDIS_PASSWORD_REF: "env:TEST_REDIS_PASSWORD",
      TEST_REDIS_PASSWORD: password,
      REDIS_CA: `file:${ca}`,
      REDIS_CERT: `file:${cert}`,
      REDIS_KEY: `file:${key}`,
    },
  );
}

function partsOf(node: RedisNode, options: RedisOptions, settings: Record<string, string>): KindParts {
  const client = new Redis({ ...options, port: node.port, host: "127.0.0.1", ...patient });
  client.on("error", () => {});
  return {
    nodes: [node],
    settings,
    client,
    masters: () => [client],
    primaryOf: async () => node,
    async failedOver() {
      throw new Error("One server has no replica that could take over.");
    },
    async restartKilled() {
      await startKilled([node]);
      await until(async () => (await client.ping().catch(() => "")) === "PONG");
    },
  };
}
