// Reads the files that it is told one after another and says how each was answered, the processor time it took and the
// most memory that the whole has ever held. A process of its own, so that nobody else's memory is counted.
import { readFile } from 'node:fs/promises';
import { readRegistry } from '#server/modules/registries/reading/read-registry.ts';
import { FileRefused } from '#server/platform/xlsx/read/refusal.ts';
import { goodFile } from './hostile.ts';
import { caps, today, withFile } from './reading.ts';

async function answerOf(file: string): Promise<string> {
  try {
    let rows = 0;
    for await (const told of readRegistry({ kind: 'simple', today, caps, right: 'lender', file }))
      if ('rows' in told) rows += told.rows.length;
    return `${rows} rows`;
  } catch (error) {
    return error instanceof FileRefused ? error.code : String(error);
  }
}

await withFile(goodFile, answerOf);
const before = process.memoryUsage.rss();
for (const file of process.argv.slice(2)) {
  const started = process.cpuUsage();
  const answer = await answerOf(file);
  const { user, system } = process.cpuUsage(started);
  console.log(JSON.stringify({ file, answer, seconds: (user + system) / 1e6 }));
}
// The system's own high-water mark: what `resourceUsage` tells begins with the memory of the process that forked us.
const [, peakKilobytes] = /^VmHWM:\s+(\d+) kB$/m.exec(await readFile('/proc/self/status', 'utf8')) ?? [];
console.log(JSON.stringify({ grown: Number(peakKilobytes) * 1024 - before }));
