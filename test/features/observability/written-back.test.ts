import * as fc from "fast-check";
import { expect, test } from "vitest";
import { alertBody, applyAlertEdit } from "../../../src/features/observability/alert-rules/edit.ts";
import { WantedChange } from "../../../src/features/observability/changes/change.ts";
import { applyDashboardEdit } from "../../../src/features/observability/dashboards/edit.ts";
import {
  type ObservabilityClient,
  observabilityClientOf,
} from "../../../src/features/observability/observability-client.ts";
import { plain, scriptedServer, standaloneClient } from "../../platform/cloud/scripted-server.ts";

/** A server that answers every request with one record, and the body of the latest write. */
async function serverOf(record: string) {
  const { url, received } = await scriptedServer(plain(200, `{"data":${record}}`));
  const client = standaloneClient(url);
  const there = observabilityClientOf({ connection: "observability" }, { cloudOf: () => client });
  return { there, written: () => received.at(-1)?.body ?? "" };
}

/** A round trip through JSON, as a change is stored between the form and the server. */
function kept<Wanted extends WantedChange>(wanted: Wanted): Wanted {
  // The kind stays the same.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return WantedChange.parse(JSON.parse(JSON.stringify(wanted))) as Wanted;
}

async function rename(there: ObservabilityClient, kind: "dashboard" | "alert"): Promise<void> {
  if (kind === "alert") {
    const seen = await there.alerts.get("x1");
    const wanted = kept({ kind: "update-alert", id: "x1", seen, edit: { name: "New" } });
    await there.alerts.update("x1", applyAlertEdit(wanted.seen, wanted.edit));
    return;
  }
  const seen = await there.dashboards.get("x1");
  const edit = { kind: "describe", name: "New" } as const;
  const wanted = kept({ kind: "update-dashboard", id: "x1", seen, edit });
  await there.dashboards.update("x1", applyDashboardEdit(wanted.seen, wanted.edit));
}

const oddNumbers = [
  "12345678901234567890",
  "9007199254740993",
  "0.1000000000000000055",
  "1e400",
  "-0",
  "5.0",
];
const number = fc.oneof(
  fc.constantFrom(...oddNumbers),
  fc.stringMatching(/^-?(?:0|[1-9]\d{0,22})(?:\.\d{1,22})?(?:[eE][+-]?\d{1,3})?$/),
);
const field = fc.stringMatching(/^x[A-Za-z]{1,6}$/);
const unknownFields = fc.uniqueArray(fc.tuple(field, number), {
  maxLength: 3,
  selector: ([name]) => name.toLowerCase(),
});

function fieldsOf(entries: readonly (readonly [string, string])[]): string {
  return entries.map(([name, value]) => `,"${name}":${value}`).join("");
}

test.each(["dashboard", "alert"] as const)(
  "unknown fields of a %s with any numbers are written back byte for byte",
  async (kind) => {
    await fc.assert(
      fc.asyncProperty(unknownFields, unknownFields, async (outer, inner) => {
        const deep = `,"xdeep":[{"__proto__":1.0${fieldsOf(inner)}}]`;
        const unknown = `${fieldsOf(outer)}${deep}`;
        const own =
          kind === "alert" ? "" : `,"tiles":[{"id":"t1"${unknown},"series":[{"type":"time"${unknown}}]}]`;
        const { there, written } = await serverOf(`{"id":"x1","name":"Old"${own}${unknown}}`);
        await rename(there, kind);
        expect(written().replaceAll(`"name":"New"`, "")).toContain(unknown);
        expect(written().split(unknown)).toHaveLength(kind === "alert" ? 2 : 4);
      }),
      { numRuns: 25 },
    );
  },
);

test("known fields in another format are written back unchanged, except changed fields", async () => {
  const { there, written } = await serverOf(
    `{"id":"x1","name":"Old","threshold":"10","thresholdMax":20.0,"tileId":7,"createdAt":1700000000000}`,
  );
  const seen = await there.alerts.get("x1");
  await there.alerts.update("x1", alertBody(seen));
  expect(written()).toBe(
    `{"name":"Old","threshold":"10","thresholdMax":20.0,"tileId":7,"createdAt":1700000000000}`,
  );
  await there.alerts.update("x1", applyAlertEdit(seen, { threshold: 11 }));
  expect(JSON.parse(written())).toMatchObject({ threshold: 11, thresholdMax: 20, tileId: 7 });
});

test("unreadable tiles keep their position when another tile changes", async () => {
  const { there, written } = await serverOf(
    `{"id":"x1","name":"Old","tiles":[null,{"id":"t1","x":"0","w":6},{"id":"t2","x":"left","big":1e400}]}`,
  );
  const seen = await there.dashboards.get("x1");
  const edit = { kind: "change-tile", tileId: "t1", changes: { w: 7 } } as const;
  await there.dashboards.update("x1", applyDashboardEdit(seen, edit));
  expect(written()).toContain(`"tiles":[null,{"id":"t1","x":"0","w":7},{"id":"t2","x":"left","big":1e400}]`);
});
