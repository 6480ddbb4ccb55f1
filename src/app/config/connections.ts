import { z } from "zod";
import { withoutBrackets } from "../../lib/allowed-hosts.ts";
import { settingFacts } from "./setting.ts";

/** Settings of the connections that people make themselves. */
export const connectionSettings = {
  ALLOWED_HOSTS: z
    .string()
    .transform((text) =>
      text
        .split(",")
        .map((host) => host.trim().toLowerCase())
        .filter(Boolean),
    )
    .refine(
      (hosts) => hosts.every(isHost),
      "must be hosts with or without a port, comma-separated, such as db.internal.example.com,10.0.3.7:8443.",
    )
    .transform((hosts) => hosts.map(hostInWords))
    .default([])
    .register(settingFacts, {
      about:
        "Hosts that connections made in Slack may lead to although they are not on the public Internet, or have no https.",
      example: "observe.internal.example.com,10.0.3.7:8443",
      otherwise: "https to the public Internet alone",
    }),
};

function isHost(text: string): boolean {
  return partsOf(text) !== undefined && URL.canParse(`https://${text}/`);
}

function hostInWords(text: string): string {
  const { host = "", port } = partsOf(text) ?? {};
  return port === undefined ? withoutBrackets(host) : `${withoutBrackets(host)}:${port}`;
}

function partsOf(text: string): { host: string; port: string | undefined } | undefined {
  const [whole, host = "", port] = /^(\[[0-9a-f:.]+\]|[^\s:/?#@[\]*]+)(?::(\d{1,5}))?$/.exec(text) ?? [];
  return whole === undefined ? undefined : { host, port };
}
