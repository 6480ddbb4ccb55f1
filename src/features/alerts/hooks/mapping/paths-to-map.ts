import { code, escapeName } from "../../../../platform/blocks/escape.ts";
import { truncate } from "../../../../lib/text.ts";
import { pathsIn } from "../../senders/paths.ts";
import { unwrap } from "../../senders/unwrap.ts";

const shownPaths = 15;

/** What stands where in a body that could not be read, in lines of mrkdwn for who maps it; none where it is no JSON. */
export function pathsToMap(body: string): string[] {
  const { value } = unwrap(Buffer.from(body));
  const paths = pathsIn(value);
  const lines = paths
    .slice(0, shownPaths)
    .map(({ path, example }) => `• ${code(truncate(path, 150))}: ${escapeName(example)}`);
  return paths.length > shownPaths ? [...lines, `• and ${paths.length - shownPaths} more`] : lines;
}
