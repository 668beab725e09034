import type sharp from 'sharp';
import { mostPixels } from './picture-size.ts';

/** The side of a drawn photo, in pixels: twice what any screen of ours shows, for fine displays. */
const side = 256;
const timeoutSeconds = 5;

let loading: Promise<typeof sharp> | undefined;

/** The library is loaded with the first picture, so that it is in memory only where pictures come; it is held to three formats. */
function library(): Promise<typeof sharp> {
  loading ??= import('sharp').then(({ default: found }) => {
    found.block({ operation: ['VipsForeignLoad'] });
    found.unblock({ operation: ['VipsForeignLoadJpeg', 'VipsForeignLoadPng', 'VipsForeignLoadWebp'] });
    found.cache(false);
    found.concurrency(1);
    return found;
  });
  return loading;
}

/**
 * Draws a picture anew as a square WebP: of what the file held only the pixels are left, neither where it was taken nor
 * what somebody has hidden in it.
 * @throws Error when it cannot be read, has too many pixels or takes too long
 */
export async function drawSquare(picture: Buffer): Promise<Buffer> {
  const draw = await library();
  return draw(picture, { limitInputPixels: mostPixels, failOn: 'error', sequentialRead: true })
    .autoOrient()
    .resize(side, side, { fit: 'cover' })
    .webp({ quality: 80 })
    .timeout({ seconds: timeoutSeconds })
    .toBuffer();
}
