import { listInWords } from "../../../lib/text.ts";
import { appVersion } from "../../../lib/version.ts";
import { type Check, right, wrong } from "../../../platform/commands/check.ts";

const oldestNode = 24;

/** The versions of the app and of Node. */
export function versionChecks(userAgent = navigator.userAgent): Check[] {
  const node = Number(/^Node\.js\/(\d+)/.exec(userAgent)?.[1]);
  const area = "Versions";
  const says = `Quartermaster ${appVersion} on Node.js ${node}.`;
  if (node >= oldestNode) return [right(area, says)];
  return [wrong(area, `${says} It needs Node.js ${oldestNode} or newer. Upgrade it.`)];
}

// What is due is begun within a moment; more than these wait for something.
const mostWaiting = 100;

/** Whether work that is due is begun with. */
export function waitingCheck(waiting: Readonly<Record<string, number>>): Check {
  const area = "Work that waits";
  const words = Object.entries(waiting).map(([name, count]) => `${name}: ${count}`);
  const says = `Due and not begun: ${listInWords(words)}.`;
  if (Object.values(waiting).every((count) => count <= mostWaiting)) return right(area, says);
  return wrong(
    area,
    `${says} That is more than one process gets done. Start another one with the same settings.`,
  );
}
