// Finds the browser of the end-to-end tests and installs it where that is possible without asking anybody.
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fail, run, say } from './prepare.mjs';

// The first is the same engine without windows: a page costs it half the processor time.
const names = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const places = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

/** Answers the path of Chromium or Chrome, or ends the command with the line that says what to install. */
export async function findChromium() {
  const found = locateChromium() ?? (await installed());
  return found ?? fail('Для тестов нужен Chromium или Chrome: установите его или укажите путь в переменной CHROMIUM.');
}

/** The path of Chromium or Chrome where there is one: that of CHROMIUM before all others. */
export function locateChromium() {
  if (process.env.CHROMIUM) {
    if (existsSync(process.env.CHROMIUM)) return process.env.CHROMIUM;
    return fail(`В переменной CHROMIUM указан путь, которого нет: ${process.env.CHROMIUM}`);
  }
  return [...names.flatMap(onPath), ...places].find((path) => existsSync(path));
}

function onPath(name) {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/bin'];
  return folders.map((folder) => join(folder, name));
}

/** On Debian as root nobody needs to be asked. The fonts are for Cyrillic outside the product's own font. */
async function installed() {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return undefined;
  say('Устанавливаю Chromium для тестов…');
  const options = {
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    stdio: ['ignore', 'ignore', 'inherit'],
  };
  const updated = await run('apt-get', ['update', '-q'], options);
  const install = (name) =>
    run('apt-get', ['install', '-y', '-q', '--no-install-recommends', name, 'fonts-liberation'], options);
  // Older releases of Debian have the whole browser only.
  if (updated === 0 && (await install('chromium-headless-shell')) !== 0) await install('chromium');
  return locateChromium();
}
