// `node scripts/lock.mjs`, after a change of dependencies: completes package-lock.json with the packages of other
// platforms. npm leaves out those that its registry lacks, and then `npm ci` refuses the lock file (npm/cli#9846).
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root, say } from './prepare.mjs';

const systems = ['aix', 'android', 'darwin', 'freebsd', 'linux', 'netbsd', 'openbsd', 'openharmony', 'sunos', 'win32'];
const processors = ['arm', 'arm64', 'ia32', 'loong64', 'mips64el', 'ppc64', 'riscv64', 's390x', 'wasm32', 'x64'];

const file = join(root, 'package-lock.json');
const lock = JSON.parse(readFileSync(file, 'utf8'));
const added = Object.entries(lock.packages).flatMap(forgotten);
const byPath = ([a], [b]) => a.localeCompare(b, 'en');
lock.packages = Object.fromEntries(Object.entries({ ...lock.packages, ...Object.fromEntries(added) }).sort(byPath));
writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`);
say(`Дописано пакетов других платформ: ${added.length}`);

/** Entries for the optional packages of one package that the lock file does not know. */
function forgotten([path, owner]) {
  return Object.entries(owner.optionalDependencies ?? {})
    .filter(([name]) => !(`node_modules/${name}` in lock.packages || `${path}/node_modules/${name}` in lock.packages))
    .map(([name, version]) => [`node_modules/${name}`, entry(name, version, owner)]);
}

/** Such packages name their platform: `binding-linux-x64-musl`. Without it npm would install them everywhere. */
function entry(name, version, owner) {
  const words = name.split(/[/-]/);
  const os = words.filter((word) => systems.includes(word));
  const cpu = words.filter((word) => processors.includes(word));
  if (os.length + cpu.length === 0) throw new Error(`Имя пакета ${name} не называет платформу`);
  const libc = libcOf(name);
  return {
    version: version.replace(/^[~^]/, ''),
    ...(cpu.length > 0 && { cpu }),
    ...(owner.dev && { dev: true }),
    ...(libc && { libc: [libc] }),
    license: owner.license,
    optional: true,
    ...(os.length > 0 && { os }),
  };
}

function libcOf(name) {
  if (name.includes('musl')) return 'musl';
  return name.includes('gnu') ? 'glibc' : undefined;
}
