import type { Page } from 'playwright-core';

/** A picture is looked at from so far away that so many of its points make one: edges of letters blur into greys. */
const scale = 4;
/**
 * Machines paint the edges of letters a little differently, but not the grounds: of 255, a single point may differ by
 * `detail`, and the middle of a square of `side` points, in which edges even out, by `ground`.
 */
const tolerance = { detail: 28, ground: 7, side: 4 };

/** Where a picture differs from the one that is kept, in points of the page. */
export interface Difference {
  /** How many points of the small picture differ, and by how much the worst. */
  points: number;
  worst: number;
  /** The lines of the page on which they are. */
  lines: number[];
}

/** Makes the small picture of a large one: what is kept and compared. Both are PNG in base64. */
export const shrink = (canvas: Page, picture: string): Promise<string> =>
  canvas.evaluate(
    async ({ source, by }) => {
      const image = await createImageBitmap(await (await fetch(`data:image/png;base64,${source}`)).blob());
      const [width, height] = [Math.ceil(image.width / by), Math.ceil(image.height / by)];
      const small = Object.assign(document.createElement('canvas'), { width, height });
      const paint = small.getContext('2d')!;
      paint.imageSmoothingQuality = 'high';
      paint.drawImage(image, 0, 0, width, height);
      return small.toDataURL('image/png').split(',')[1]!;
    },
    { source: picture, by: scale },
  );

/** Compares two small pictures; another size is another picture altogether. */
export const compare = (canvas: Page, before: string, after: string): Promise<Difference> =>
  canvas.evaluate(
    async ({ pair, by, limit }) => {
      const images = await Promise.all(
        pair.map(async (source) => createImageBitmap(await (await fetch(`data:image/png;base64,${source}`)).blob())),
      );
      const [width, height] = [
        Math.max(...images.map((one) => one.width)),
        Math.max(...images.map((one) => one.height)),
      ];
      const [a, b] = images.map((image) => {
        const paint = Object.assign(document.createElement('canvas'), { width, height }).getContext('2d')!;
        paint.drawImage(image, 0, 0);
        return paint.getImageData(0, 0, width, height).data;
      });
      const lines = new Set<number>();
      let [points, worst] = [0, 0];
      const at = (picture: Uint8ClampedArray, x: number, y: number, channel: number) =>
        picture[(y * width + x) * 4 + channel]!;
      /** How far apart two squares are, by the middle of all their points. */
      const apart = (left: number, top: number, side: number): number => {
        const sums = [0, 0, 0, 0];
        for (let y = top; y < Math.min(top + side, height); y++) {
          for (let x = left; x < Math.min(left + side, width); x++) {
            for (let channel = 0; channel < 4; channel++)
              sums[channel]! += at(a!, x, y, channel) - at(b!, x, y, channel);
          }
        }
        return Math.max(...sums.map((sum) => Math.abs(sum) / (side * side)));
      };
      const look = (side: number, most: number): void => {
        for (let y = 0; y < height; y += side) {
          for (let x = 0; x < width; x += side) {
            const found = apart(x, y, side);
            worst = Math.max(worst, found);
            if (found <= most) continue;
            points += side * side;
            lines.add(y * by);
          }
        }
      };
      look(1, limit.detail);
      look(limit.side, limit.ground);
      return { points, worst, lines: [...lines] };
    },
    { pair: [before, after], by: scale, limit: tolerance },
  );
