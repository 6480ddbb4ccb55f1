// An amount is one head byte and up to eight bytes more. The head has the sign, the number of decimals, and the length
// of a whole number of up to seven bytes, which is enough for almost every price. Otherwise the number's own bits follow.
const asBits = 0xff;
// With 15, a negative amount could begin with the byte `asBits`.
const mostDecimals = 14;
const powers = Array.from({ length: mostDecimals + 1 }, (_, exponent) => 10 ** exponent);
const bytesAtMost = 9;

/** Writes amounts one after another, each exactly. 36.12 takes three bytes, 36.123456 five. */
export function encodeAmounts(amounts: readonly number[]): Buffer {
  const buffer = Buffer.allocUnsafe(amounts.length * bytesAtMost);
  const length = amounts.reduce((at, amount) => writeAmount(buffer, at, amount), 0);
  return buffer.subarray(0, length);
}

function writeAmount(buffer: Buffer, at: number, amount: number): number {
  const size = Math.abs(amount);
  const decimals = powers.findIndex((power) => isWhole(Math.round(size * power), power, size));
  // A whole number would lose the sign of a negative zero.
  if (decimals === -1 || Object.is(amount, -0)) {
    buffer.writeUInt8(asBits, at);
    return buffer.writeDoubleLE(amount, at + 1);
  }
  return writeWhole(buffer, at, { whole: Math.round(size * (powers[decimals] ?? 1)), decimals, amount });
}

// A division of two exact numbers gives the nearest double, so reading gives back what was written.
function isWhole(whole: number, power: number, size: number): boolean {
  return whole < 1e15 && whole / power === size;
}

function writeWhole(
  buffer: Buffer,
  at: number,
  { whole, decimals, amount }: { whole: number; decimals: number; amount: number },
): number {
  let [rest, bytes] = [whole, 0];
  while (rest > 0) {
    bytes += 1;
    buffer.writeUInt8(rest % 256, at + bytes);
    rest = Math.floor(rest / 256);
  }
  buffer.writeUInt8((amount < 0 ? 0x80 : 0) | (decimals << 3) | bytes, at);
  return at + 1 + bytes;
}

/** Reads amounts in the order they were written, beginning at an offset. */
export class AmountReader {
  readonly #bytes: Buffer;
  #at: number;

  constructor(bytes: Buffer, at: number) {
    this.#bytes = bytes;
    this.#at = at;
  }

  /** The next amount. Throws a RangeError past the end. */
  next(): number {
    const bytes = this.#bytes;
    const head = bytes[this.#at];
    if (head === undefined) throw new RangeError("There are fewer amounts than records.");
    if (head === asBits) {
      this.#at += 9;
      return bytes.readDoubleLE(this.#at - 8);
    }
    const count = head & 7;
    let whole = 0;
    for (let index = count; index > 0; index -= 1) whole = whole * 256 + (bytes[this.#at + index] ?? 0);
    this.#at += 1 + count;
    const size = whole / (powers[(head >> 3) & 15] ?? 1);
    return head >= 0x80 ? -size : size;
  }
}
