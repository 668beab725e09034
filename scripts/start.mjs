// `npm start`: installs what is missing, builds the browser bundle when stale and becomes the server.
import { buildWeb } from './build-web.mjs';
import { fail, prepare, runNode, serverEnv, serverFlags } from './prepare.mjs';

const node = await prepare({ tools: false });
if ((await buildWeb(node)) !== 0) fail('Браузерная часть не собралась: причина выше.');
process.exit(await runNode(node, [...serverFlags(), 'src/server/main.ts', ...process.argv.slice(2)], serverEnv()));
