import type { BlockData } from "./block-kit.ts";
import { Text } from "./text.tsx";

interface ImageData {
  image_url?: string;
  alt_text?: string;
}

/** An image with its title. If it cannot be loaded, its alt text is shown. */
export function ImageBlock({ block }: { block: BlockData }) {
  return (
    <figure className="image-block">
      {block.title && (
        <figcaption>
          <Text text={block.title} />
        </figcaption>
      )}
      <img src={block.image_url} alt={block.alt_text ?? ""} />
    </figure>
  );
}

/** The small image of a context or of a section's accessory. */
export function ImageElement({ image }: { image: ImageData }) {
  return <img className="image-element" src={image.image_url} alt={image.alt_text ?? ""} />;
}
