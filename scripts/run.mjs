// `node scripts/run.mjs FILE.ts ARGS…`: runs a TypeScript file of the project by the Node that the project carries.
import { fail, prepare, runNode } from './prepare.mjs';

const [file, ...args] = process.argv.slice(2);
if (!file) fail('Какой файл запустить? Пример: node scripts/run.mjs scripts/check.ts');

// The server's own commands must work where only the runtime packages were installed.
const node = await prepare({ tools: !file.startsWith('src/server/') });
process.exit(await runNode(node, [file, ...args]));
