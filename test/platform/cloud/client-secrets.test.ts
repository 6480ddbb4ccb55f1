import { inspect } from "node:util";
import { expect, test } from "vitest";
import type { CloudCredentials, CloudLog } from "../../../src/platform/cloud/client.ts";
import { createService } from "../../../src/platform/cloud/services/service.ts";
import { drop, json, managedClient, plain, type Reply, scriptedServer } from "./scripted-server.ts";

const keySecret = 's3cret/with+odd=char"acters';
const token = "t0ken-of-the-person";
const encryptionKey = "customers-own\ndisk-key\ud800";
const password = "password-of-the-new-service";

const keys: [string, CloudCredentials, string[]][] = [
  [
    "a key",
    { keyId: "key-id", keySecret },
    // Its last part is also found if the quotation mark before it is escaped.
    [keySecret, btoa(`key-id:${keySecret}`), encodeURIComponent(keySecret), "acters"],
  ],
  ["a token", { token }, [token]],
];

// A server that repeats everything that it got, as it came and decoded.
const echo =
  (status: number): Reply =>
  (response, request) => {
    const [, sent = ""] = request.headers.authorization?.split(" ") ?? [];
    const decoded = sent === token ? sent : atob(sent);
    const said = `${request.headers.authorization}, ${decoded}, ${encodeURIComponent(decoded)}, ${encryptionKey}`;
    json(status, { requestId: sent, error: said, message: said })(response, request);
  };

const brokenEcho: Reply = (response, request) => {
  const [, sent = ""] = request.headers.authorization?.split(" ") ?? [];
  const said = JSON.stringify({ decoded: sent === token ? sent : atob(sent), encryptionKey });
  plain(400, said.slice(0, -1))(response, request);
};

const brokenOff = `{"result":{"service":{"id":"s"},"password":"${password}"},`;
const brokenHttp: Reply = (_, request) => {
  request.socket.end(`HTTP/1.1 200 OK\r\nContent-Length: none ${password}\r\n\r\n${brokenOff}`);
};

const failures: [string, Reply][] = [
  ...[400, 401, 403, 404, 409, 429, 500].map((status): [string, Reply] => [`${status}`, echo(status)]),
  ["a JSON text that is broken off", brokenEcho],
  ["a text", (response, request) => plain(400, `bad: ${request.headers.authorization}`)(response, request)],
  ["a dropped connection", drop],
  ["a success of another shape", json(200, { result: [{ password }] })],
  ["a success that is broken off", plain(200, brokenOff)],
  ["broken HTTP", brokenHttp],
];

// Everything of an error that a log, a message or a job could hold, with its causes and hidden properties.
function everythingIn(error: unknown): string {
  const shown = [
    inspect(error, { depth: 20, showHidden: true, maxStringLength: null, maxArrayLength: null }),
  ];
  for (let at = error; at instanceof Error; at = at.cause) {
    shown.push(String(at), JSON.stringify(at, Object.getOwnPropertyNames(at)));
  }
  return shown.join("\n");
}

const cases = keys.flatMap(([key, credentials, secrets]) =>
  failures.map(([failure, reply]) => [key, failure, { credentials, secrets, reply }] as const),
);

test.each(cases)(
  "with %s, no secret is in the error or the log after %s",
  async (_, __, { credentials, secrets, reply }) => {
    const { url } = await scriptedServer(reply);
    const lines: string[] = [];
    const write = (fields: object, message: string) => {
      lines.push(JSON.stringify(fields), message);
    };
    const log: CloudLog = { debug: write, warn: write };
    const client = managedClient(url, { credentials: async () => credentials, log });
    const outcome: unknown = await client
      .call(createService, { body: { encryptionKey } })
      .catch((error: unknown) => error);
    expect(outcome).toMatchObject({
      name: "AppError",
      operation: "POST /v1/organizations/{organizationId}/services",
    });
    for (const secret of [...secrets, "customers-own", "disk-key", password]) {
      expect(everythingIn(outcome)).not.toContain(secret);
      expect(lines.join("\n")).not.toContain(secret);
    }
  },
);
