import { code, escapeName } from "../../../platform/blocks/escape.ts";
import { askAddress } from "../../../platform/http/ask-address.ts";
import { type Check, right, wrong } from "../../../platform/commands/check.ts";

/** Whether the public address leads here, and by https. */
export async function addressChecks(publicUrl: string): Promise<Check[]> {
  return [await reachOf(publicUrl), schemeOf(publicUrl)];
}

async function reachOf(publicUrl: string): Promise<Check> {
  const area = "Public address";
  const shown = code(publicUrl);
  const response = await askAddress(`${publicUrl}/healthz`);
  if (!response)
    return wrong(
      area,
      `${shown} cannot be reached from here. Look at its DNS name, certificate and reverse proxy, or set PUBLIC_URL to the address that leads here.`,
    );
  const text = await response.text().catch(() => "");
  if (response.status === 200 && text.includes('"alive"')) return right(area, `${shown} leads here.`);
  return wrong(
    area,
    `${shown} answers, but not as Quartermaster does (${response.status}). Point PUBLIC_URL, or the reverse proxy behind it, at Quartermaster's port.`,
  );
}

function schemeOf(publicUrl: string): Check {
  const area = "Public address, https";
  const { protocol, hostname } = new URL(publicUrl);
  if (protocol === "https:") return right(area, "It is https.");
  const isLocal = ["localhost", "127.0.0.1", "[::1]"].includes(hostname);
  const why = isLocal
    ? `${escapeName(hostname)} is this machine alone, which will do to try things out.`
    : "Secrets of senders and keys typed in the browser can be read on their way.";
  return wrong(area, `It is http. ${why} Set PUBLIC_URL to an https address.`);
}
