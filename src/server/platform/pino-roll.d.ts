declare module 'pino-roll' {
  import type { SonicBoom, SonicBoomOpts } from 'sonic-boom';

  /** Opens a log file that is put aside when it has grown to `size`; the newest `count` of those are kept. */
  export default function roll(
    options: SonicBoomOpts & { file: string; size: string; limit: { count: number } },
  ): Promise<SonicBoom>;
}
