/** The part of gifenc that we use. The package has no types. */
declare module "gifenc/dist/gifenc.esm.js" {
  /** Colours as red, green and blue. */
  type Palette = number[][];

  interface Encoder {
    writeFrame(
      index: Uint8Array,
      width: number,
      height: number,
      options: {
        /** For the first frame. */
        palette?: Palette;
        /** In ms. */
        delay: number;
        transparent: boolean;
        transparentIndex: number;
        /** 1 keeps what is below. */
        dispose: number;
      },
    ): void;
    finish(): void;
    bytes(): Uint8Array;
  }

  export function GIFEncoder(): Encoder;
  export function quantize(rgba: Uint8Array, colors: number): Palette;
  export function applyPalette(rgba: Uint8Array, palette: Palette): Uint8Array;
}
