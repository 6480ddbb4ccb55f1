/** The amount of work of a long test: `usual`, or `soak` in `npm run soak`. */
export function amount({ usual, soak }: { usual: number; soak: number }): number {
  return process.env["SOAK"] === "1" ? soak : usual;
}
