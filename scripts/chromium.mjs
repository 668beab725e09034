// Finds the browser of the end-to-end tests and installs it where that is possible without asking anybody.
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fail, run, say } from './prepare.mjs';

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
/** The same engine without windows and without a viewer of PDF: a page costs it half the processor time. */
const light = ['chromium-headless-shell'];
const places = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

/** Answers the variables that tell tests their browsers, or ends the command with the line that says what to install. */
export async function findBrowsers() {
  const found = locateBrowsers() ?? (await installed());
  return found ?? fail('Для тестов нужен Chromium или Chrome: установите его или укажите путь в переменной CHROMIUM.');
}

/** The whole browser and the light one, which may be the same; nothing where there is none. */
export function locateBrowsers() {
  const given = process.env.CHROMIUM;
  if (given && !existsSync(given)) return fail(`В переменной CHROMIUM указан путь, которого нет: ${given}`);
  const whole = given || [...names.flatMap(onPath), ...places].find((path) => existsSync(path));
  const quick = given || light.flatMap(onPath).find((path) => existsSync(path));
  return whole && { CHROMIUM: quick ?? whole, CHROMIUM_WHOLE: whole };
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
  const install = (...packages) =>
    run('apt-get', ['install', '-y', '-q', '--no-install-recommends', ...packages], options);
  if (updated === 0) await install('chromium', 'fonts-liberation');
  // Older releases of Debian have the whole browser only.
  if (updated === 0) await install('chromium-headless-shell');
  return locateBrowsers();
}
