/** The amount of work of a long test: `usual`, or `soak` in `npm run soak`. */
export function amount<Amount = number>({ usual, soak }: { usual: Amount; soak: Amount }): Amount {
  return process.env["SOAK"] === "1" ? soak : usual;
}
