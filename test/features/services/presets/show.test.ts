import { describe, expect, it } from "vitest";
import { presetReply, deletedReply } from "../../../../src/features/services/presets/command.ts";
import { validateMessage } from "@quartermaster/local-slack/validate";
import type { Preset } from "../../../../src/features/services/presets/presets.ts";
import { hostileNames } from "../../../platform/blocks/hostile.ts";
import { answers, runs } from "../../../support/pressed.ts";
import { rendered, renderedText } from "../../../platform/blocks/rendered.ts";

const small: Preset = {
  name: "small staging",
  description: "For tests that end the same day.",
  fields: {
    provider: "aws",
    region: "eu-west-1",
    numReplicas: 1,
    minReplicaMemoryGb: 8,
    idleScaling: true,
    idleTimeoutMinutes: 15,
    ipAccessList: [{ source: "203.0.113.0/24", description: "office" }, { source: "2001:db8::/32" }],
    endpoints: [{ protocol: "mysql", enabled: true }],
    privateEndpointIds: ["pe-1"],
  },
  savedBy: "U1",
  savedByName: "ada",
  savedAt: "2026-11-20T10:00:00.000Z",
};
const saved = "<!date^1795168800^{date_short_pretty} {time}|2026-11-20 10:00 UTC>";
const inWords = [
  "*Provider:* `aws`",
  "*Region:* `eu-west-1`",
  "*Number of replicas:* 1",
  "*Minimum memory per replica:* 8 GB",
  "*Idle scaling:* yes",
  "*Idle timeout:* 15 minutes",
  "*Allowed addresses:*",
  "• `203.0.113.0/24` office",
  "• `2001:db8::/32`",
  "*Endpoints:*",
  "• `mysql` on",
  "*Private endpoints:*",
  "• `pe-1`",
];

function shown(fields: Preset["fields"], facts: Partial<Preset> = {}) {
  const reply = presetReply({ ...small, ...facts, fields });
  expect(validateMessage(reply)).toBeNull();
  return reply;
}

describe("the details of a preset", () => {
  it("show every field with its label and unit", () => {
    expect(shown(small.fields).text).toBe(
      ["*small staging*", "For tests that end the same day.", ...inWords, `Saved by <@U1>, ${saved}.`].join(
        "\n",
      ),
    );
  });

  it("offer to create from it, and to delete it after a question", () => {
    const row = shown(small.fields).blocks.at(-1);
    const buttons = row?.type === "actions" ? row.elements : [];
    expect(buttons).toMatchObject([
      {
        text: { text: "Create from it" },
        action_id: runs("services_create", { preset: "small staging" }),
        style: "primary",
      },
      {
        text: { text: "Delete" },
        action_id: answers("presets_delete", { preset: "small staging" }),
        style: "danger",
        confirm: {},
      },
    ]);
  });

  it("show the value of an invalid field, and the rule that it breaks", () => {
    const fields = { region: "mars-1", numReplicas: 40, idleScaling: "yes", ipAccessList: [{ source: 7 }] };
    expect(shown(fields, { description: undefined }).text).toBe(
      [
        "*small staging*",
        "*Region:* `mars-1`",
        ":warning: Region must be one of ap-northeast-1, ap-south-1, ap-southeast-1, ap-southeast-2, eu-central-1, eu-west-1, eu-west-2, me-central-1, us-east-1, us-east-2, us-west-2, us-east1, us-central1, europe-west4, asia-southeast1, eastus, eastus2, westus3, germanywestcentral.",
        "*Number of replicas:* `40`",
        ":warning: Number of replicas must be a whole number between 1 and 20.",
        "*Idle scaling:* `yes`",
        ":warning: Idle scaling must be true or false.",
        '*Allowed addresses:* `[{"source":7}]`',
        ":warning: Allowed addresses, line 1: source must be an address, such as 203.0.113.0/24.",
        `Saved by <@U1>, ${saved}.`,
      ].join("\n"),
    );
  });

  it("show rules between fields that the preset breaks", () => {
    expect(shown({ byocId: "byoc-1", minReplicaMemoryGb: 48 }).text).toContain(
      [
        "*Own cloud (BYOC) id:* `byoc-1`",
        "*Minimum memory per replica:* 48 GB",
        ":warning: Maximum memory per replica must be one of 48, 116, 172, 232 GB with an Own cloud (BYOC) id.",
      ].join("\n"),
    );
  });

  it("name a field that the rules no longer know", () => {
    expect(shown({ oldField: 1 }).text).toContain(
      '\n:warning: "oldField" isn\'t a field of a service request.\n',
    );
  });

  it("never show a secret or a field specific to a service, even if the preset holds them", () => {
    const { text, blocks } = shown({ encryptionKey: "marker-key", name: "marker", backupId: 7 });
    expect(text + JSON.stringify(blocks)).not.toMatch(/marker|Backup|:warning:/);
    expect(text).toContain("\nNo settings.\n");
  });

  it("show long lists as far as they fit, and count the rest", () => {
    const ipAccessList = Array.from({ length: 200 }, (_, index) => ({ source: `203.0.113.${index}/32` }));
    const { text, blocks } = shown({ ...small.fields, ipAccessList });
    expect(text).toMatch(/\n• and 1\d\d more\n\*Endpoints:\*/);
    expect(blocks.at(-1)?.type).toBe("actions");
  });

  it("fit into a message with its buttons, however long the fields are", () => {
    const text = "&".repeat(3000);
    const lines = Array.from({ length: 90 }, () => text);
    const fields = {
      ...small.fields,
      dataWarehouseId: text,
      byocId: text,
      encryptionAssumedRoleIdentifier: text,
      maxReplicaMemoryGb: 9,
      ipAccessList: lines.map((description) => ({ source: "203.0.113.0/24", description })),
      privateEndpointIds: lines,
    };
    const name = "&".repeat(50);
    const reply = shown(fields, { name, description: "&".repeat(150), savedBy: text });
    expect(reply.blocks.at(-1)?.type).toBe("actions");
  });

  it("are the same in text and blocks", () => {
    const { text, blocks } = shown(small.fields);
    const words = renderedText(blocks).replaceAll("\u00a0", " ");
    for (const line of text.split("\n").filter((one) => !one.includes("<"))) {
      expect(words).toContain(line.replaceAll(/[*`]/g, ""));
    }
  });
});

describe("the answer to deleting a preset", () => {
  it("shows all its fields, so it can be made again", () => {
    const reply = deletedReply(small);
    expect(validateMessage(reply)).toBeNull();
    expect(reply.text).toBe(
      [
        `Deleted the preset *small staging*. Saved by <@U1>, ${saved}.`,
        "It had:",
        "For tests that end the same day.",
        ...inWords,
        "To make it again, open the form with `/db create`, click “More options”, and click “Save as preset” on the last step.",
      ].join("\n"),
    );
  });

  it("says only that it is deleted if it had no fields", () => {
    expect(deletedReply({ ...small, description: undefined, fields: {} }).text).toBe(
      `Deleted the preset *small staging*. Saved by <@U1>, ${saved}.\nTo make it again, open the form with \`/db create\`, click “More options”, and click “Save as preset” on the last step.`,
    );
  });
});

describe.each(hostileNames.filter((name) => name.trim() !== ""))("with %j in all of it", (text) => {
  it("the details escape it", () => {
    const fields = {
      region: text,
      byocId: text,
      dataWarehouseId: text,
      ipAccessList: [{ source: text, description: text }],
      [text]: text,
    };
    const hostile = { ...small, name: text, description: text, savedBy: text, fields };
    for (const reply of [presetReply(hostile), deletedReply(hostile)]) {
      expect(validateMessage(reply)).toBeNull();
      expect(rendered(reply.blocks)).not.toMatch(
        /slack_(?:broadcast|user|channel)|<a |slack_code(?!_inline)/,
      );
      expect(reply.text.replaceAll(saved, "")).not.toMatch(/[<>]|```/);
    }
  });
});
