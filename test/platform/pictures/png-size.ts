/** The width and height of a PNG in pixels, from its header. */
export function sizeOf(png: Uint8Array): { width: number; height: number } {
  const header = Buffer.from(png);
  return { width: header.readUInt32BE(16), height: header.readUInt32BE(20) };
}
