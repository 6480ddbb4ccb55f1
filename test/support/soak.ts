/** How much a long test does: `usual` shows the rule, and `soak` is what `npm run soak` does. */
export function amount({ usual, soak }: { usual: number; soak: number }): number {
  return process.env["SOAK"] === "1" ? soak : usual;
}
