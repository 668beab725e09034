/**
 * More points than any camera of a phone makes, and nearly a sheet of A3 scanned at 600 to the inch. A picture that claims
 * more is made to fill the memory of whoever opens it.
 */
export const mostPixels = 60_000_000;

/** What every file of the kind begins with. */
export const pngStart = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
export const jpegStart = Buffer.from([0xff, 0xd8, 0xff]);

/** So many bytes of a PNG hold its sides; they come first in each of them. */
const pngHeadBytes = 24;
/** A mark of a JPEG, the length of what follows, and of a frame its precision and sides. */
const frameBytes = 9;
/** Marks that begin a frame, of whatever coding; three numbers among them mean something else. */
const isFrame = (mark: number): boolean => mark >= 0xc0 && mark <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(mark);
/** Marks that nothing of their own follows. */
const isBare = (mark: number): boolean => mark === 0x01 || (mark >= 0xd0 && mark <= 0xd9);

/**
 * Reads out of a file that flows through how many points its picture claims. Nothing is unpacked: the sides are in the
 * head, behind whatever a camera has written before them.
 */
export class PixelCounter {
  #held: Buffer = Buffer.alloc(0);
  /** So many bytes to come belong to a part that is of no interest. */
  #skipped = 0;
  #look: 'begin' | 'png' | 'jpeg' | 'over' = 'begin';
  #pixels: number | null = null;

  /** How many points the picture claims; null for what is no picture, or has no sides that anybody could draw. */
  get pixels(): number | null {
    return this.#pixels;
  }

  write(chunk: Buffer): void {
    if (this.#look === 'over') return;
    this.#held = this.#held.length === 0 ? chunk : Buffer.concat([this.#held, chunk]);
    if (this.#look === 'begin') this.#begin();
    if (this.#look === 'png') this.#readPng();
    if (this.#look === 'jpeg') this.#readJpeg();
  }

  #begin(): void {
    if (this.#held.length < pngStart.length) return;
    const isPng = this.#held.subarray(0, pngStart.length).equals(pngStart);
    const isJpeg = this.#held.subarray(0, jpegStart.length).equals(jpegStart);
    this.#look = isPng ? 'png' : isJpeg ? 'jpeg' : 'over';
  }

  #readPng(): void {
    if (this.#held.length < pngHeadBytes) return;
    if (this.#held.toString('latin1', 12, 16) === 'IHDR')
      this.#end(this.#held.readUInt32BE(16), this.#held.readUInt32BE(20));
    else this.#look = 'over';
  }

  #readJpeg(): void {
    while (this.#look === 'jpeg') {
      const passed = Math.min(this.#skipped, this.#held.length);
      this.#skipped -= passed;
      this.#held = this.#held.subarray(passed);
      // Those who draw pass over bytes that belong nowhere, until the next mark.
      const next = this.#held.indexOf(0xff);
      this.#held = next === -1 ? Buffer.alloc(0) : this.#held.subarray(next);
      if (this.#held.length < frameBytes) return;
      this.#readMark(this.#held[1]!);
    }
  }

  #readMark(mark: number): void {
    if (isFrame(mark)) this.#end(this.#held.readUInt16BE(7), this.#held.readUInt16BE(5));
    else if (mark === 0xff || mark === 0x00) this.#skipped = 1;
    else if (isBare(mark)) this.#skipped = 2;
    else this.#skipped = 2 + this.#held.readUInt16BE(2);
  }

  #end(width: number, height: number): void {
    this.#pixels = width * height;
    this.#look = 'over';
    this.#held = Buffer.alloc(0);
  }
}
