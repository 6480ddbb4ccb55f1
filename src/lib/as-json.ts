/** JSON's reading of a value that JSON can hold: what is undefined is not there. */
export function asJson<Value extends object>(value: Value): Value {
  // The same fields as before.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return JSON.parse(JSON.stringify(value)) as Value;
}
