import { settingFacts } from "../../src/app/config/setting.ts";
import { settings } from "../../src/app/config/variables.ts";

/** What a Helm chart's schema says of one value. */
interface Described {
  description: string;
  $ref: string;
}

/** The settings that the chart itself gives a value. */
const ofChart: ReadonlySet<string> = new Set(["PORT", "METRICS_PORT", "DRAIN_SECONDS"]);

/** Settings that may be in the values although they may hold a secret, or in a Secret although they need not be. */
const either: ReadonlySet<string> = new Set(["REDIS_URL", "SLACK_CLIENT_ID", "HTTPS_PROXY", "HTTP_PROXY"]);

const all = Object.entries(settings)
  .filter(([name]) => !ofChart.has(name))
  .map(([name, schema]) => ({
    name,
    about: settingFacts.get(schema)?.about ?? "",
    isSecret: settingFacts.get(schema)?.secret === true,
    isReference: schema.safeParse("file:/run/x").success && !schema.safeParse("x").success,
  }));

/** The settings that go into `config` of the chart's values. */
export const plainSettings: readonly string[] = all
  .filter(({ name, isSecret }) => !isSecret || either.has(name))
  .map(({ name }) => name);

/** The secrets that go into `secrets` of the chart's values, each with its setting. */
export const secretSettings: readonly { secret: string; setting: string; isFile: boolean }[] = all
  .filter(({ name, isSecret, isReference }) => isSecret || isReference || either.has(name))
  .map(({ name, isReference }) => ({
    secret: isReference ? name.replace(/_REF$/, "") : name,
    setting: name,
    isFile: isReference,
  }));

/** The schema of the chart's values, with every setting in `config` and `secrets`. */
export function chartSchema(now: string): string {
  const schema: { properties: Record<string, unknown> } = JSON.parse(now);
  schema.properties["config"] = {
    description: "The plain settings, as docs/configuration.md has them.",
    type: "object",
    additionalProperties: false,
    properties: described(
      plainSettings.map((name) => [name, name]),
      "setting",
    ),
  };
  schema.properties["secrets"] = {
    description: "The secrets that the app gets, each with its key in a Secret.",
    type: "object",
    additionalProperties: false,
    properties: described(
      secretSettings.map(({ secret, setting }) => [secret, setting]),
      "secret",
    ),
  };
  return `${JSON.stringify(schema, null, 2)}\n`;
}

function described(names: readonly (readonly string[])[], kind: string): Record<string, Described> {
  return Object.fromEntries(
    names.map(([name = "", setting]) => [
      name,
      {
        description: all.find((each) => each.name === setting)?.about ?? "",
        $ref: `#/definitions/${kind}`,
      },
    ]),
  );
}
