import { expect, test } from "vitest";
import { proxyFacts, proxyFor } from "../../../../src/platform/cloud/transport/proxy.ts";
import { rowsIn } from "../../../support/rows.ts";

const https = new URL("http://team:hunter2@proxy.example.com:3128");
const http = new URL("http://plain.example.com:3128");

test.each(
  rowsIn(`
  https://api.example.com           |                    | proxy.example.com
  wss://slack.example.com           |                    | proxy.example.com
  http://api.example.com            |                    | plain.example.com
  https://api.example.com           | *                  | none
  https://api.example.com           | example.com        | none
  https://api.example.com           | .example.com       | none
  https://api.example.com           | *.example.com      | none
  https://API.example.com.          | api.example.com    | none
  https://badexample.com            | example.com        | proxy.example.com
  https://api.example.com           | ample.com          | proxy.example.com
  https://api.example.com           | api.example.com:443  | none
  https://api.example.com:8443      | api.example.com:443  | proxy.example.com
  http://api.example.com            | api.example.com:80   | none
  https://10.1.2.3                  | 10.0.0.0/8         | none
  https://11.1.2.3                  | 10.0.0.0/8         | proxy.example.com
  https://10.1.2.3                  | 10.1.2.3           | none
  https://10.1.2.3:8443             | 10.1.2.3:8443      | none
  https://110.1.2.3                 | 10.1.2.3           | proxy.example.com
  https://[fd00::1]                 | fd00::/8           | none
  https://[fd00::1]                 | fd00::1            | none
  https://[fd00::1]:8443            | [fd00::1]:8443     | none
  https://10.1.2.3                  | 10.0.0.0/99        | proxy.example.com
  http://vault.ops.svc:8200         | other,.svc         | none
  https://localhost:8200            |                    | none
  http://app.localhost              |                    | none
  https://127.0.0.9                 |                    | none
  https://[::1]:4318                |                    | none
`).map((cells) => cells.map((cell) => cell.trim())),
)("%s with NO_PROXY=%s goes by %s", (address, noProxy, by) => {
  const entries = (noProxy ?? "").split(",").filter(Boolean);
  const proxy = { https, http, noProxy: entries, resolves: false };
  expect(proxyFor(new URL(address ?? ""), proxy)?.hostname ?? "none").toBe(by);
});

test("without a proxy for its protocol, an address is reached straight", () => {
  expect(proxyFor(new URL("https://api.example.com"), undefined)).toBeUndefined();
  const plain = { http, noProxy: [], resolves: false };
  expect(proxyFor(new URL("https://api.example.com"), plain)).toBeUndefined();
});

test("what is shown of a proxy has no password", () => {
  const facts = proxyFacts({ https, http, noProxy: [".svc"], resolves: true });
  expect(facts).toEqual({
    https: "http://proxy.example.com:3128",
    http: "http://plain.example.com:3128",
    noProxy: [".svc"],
    resolves: true,
  });
});
