/**
 * `npm run dev`: the server, restarted when its code changes, and the browser application rebuilt as you type.
 * The page of the development build is printed by Vite; its calls go on to the server.
 */
import { spawn } from 'node:child_process';

const server = spawn(
  process.execPath,
  ['--watch-path=src/server', '--watch-path=src/contract', '--watch-path=src/domain', '--watch', 'src/server/main.ts'],
  {
    stdio: 'inherit',
  },
);
const web = spawn(process.execPath, ['node_modules/vite/bin/vite.js'], { stdio: 'inherit' });

const stop = (): void => {
  web.kill();
  server.kill();
};
process.on('SIGTERM', stop);
process.on('SIGINT', stop);
server.once('exit', (code) => {
  web.kill();
  process.exitCode = code ?? 0;
});
web.once('exit', () => server.kill());
