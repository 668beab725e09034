/**
 * `npm run shots`: pictures of every screen into shots/, at both widths and in both themes, with the demonstration's data.
 * `npm run shots -- signin legal` takes only the screens whose path contains one of the words.
 */
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, chromium, type Page } from 'playwright-core';
import { demoAccounts, demoPassword } from '#server/demo/world.ts';
import { startServer } from '#test/child.ts';
import { Client } from '#test/client.ts';

const folder = 'shots';
const widths = [
  { width: 1280, height: 800 },
  { width: 390, height: 844 },
];
const themes = ['light', 'dark'] as const;
/** A page that is still loading after so long is taken as it is. */
const patienceMs = 15_000;

type Who = 'nobody' | 'operator' | 'head' | 'individual' | 'bargainer';
interface Screen {
  who: Who;
  /** The address that is opened for a path with parameters; that of an object is asked of the server. */
  at?: string | ((client: Client) => Promise<string>);
  /** Beside the path in the name of the file, where a path is taken more than once. */
  as?: string;
}

const token = 'A'.repeat(43);

/** The address of the first object of a list that fits, as the one who looks sees it. */
const firstOf =
  (list: string, addressOf: (row: Row) => string, fits: (row: Row) => boolean = () => true) =>
  async (client: Client): Promise<string> => {
    const me = (await client.get('/api/auth/me')).body;
    const { items } = (await client.get(list.replace('{me}', me.individualId))).body;
    return addressOf(items.find(fits));
  };
interface Row {
  id: number;
  individualId: number;
  legalEntityId: number;
  registryId: number;
  frozen?: boolean;
}
const claimPath = ({ legalEntityId, registryId, id }: Row) => `/registry-entry-${legalEntityId}-${registryId}-${id}`;
const requestPath = ({ individualId, id }: Row) => `/request-${individualId}-${id}`;
const simplePath = ({ legalEntityId, id }: Row) => `/simplified-registry-${legalEntityId}-${id}`;
const isFree = ({ frozen }: Row) => frozen === false;
const ownClaims = '/api/individuals/{me}/registry-entries';
const allRequests = '/internal/questionnaires/individuals';
/** Whose eyes each path of pages.ts is seen with; a path that is not here stops the command. */
const screens: Readonly<Record<string, readonly Screen[]>> = {
  '/': [{ who: 'nobody' }],
  '/signin': [{ who: 'nobody' }],
  '/signup': [{ who: 'nobody' }],
  '/signup/individual/$token': [{ who: 'nobody', at: `/signup/individual/${token}` }],
  '/signup/employee/$token': [{ who: 'nobody', at: `/signup/employee/${token}` }],
  '/restore/$token': [{ who: 'nobody', at: `/restore/${token}` }],
  '/verify/$code': [{ who: 'nobody', at: '/verify/0123-4567-89AB-CDEF' }],
  '/mailbox': [{ who: 'nobody' }],
  '/profile': [{ who: 'individual' }],
  '/dashboard/individuals': [
    { who: 'operator' },
    { who: 'operator', at: '/dashboard/individuals?preview=1', as: 'preview' },
    { who: 'individual', as: 'own' },
  ],
  '/dashboard/legal-entities': [{ who: 'operator' }],
  '/dashboard/registries': [{ who: 'head' }],
  '/dashboard/registries-entries': [{ who: 'head' }, { who: 'individual', as: 'own' }],
  '/dashboard/simplified-registries': [{ who: 'head' }, { who: 'individual', as: 'own' }],
  '/dashboard/requests': [
    { who: 'operator' },
    { who: 'individual', as: 'own' },
    { who: 'individual', at: '/dashboard/requests?step=new', as: 'new' },
  ],
  '/dashboard/simplified-requests': [
    { who: 'operator' },
    { who: 'individual', as: 'own' },
    { who: 'individual', at: '/dashboard/simplified-requests?step=new', as: 'new' },
  ],
  '/dashboard/payments': [{ who: 'operator' }, { who: 'bargainer', as: 'own' }],
  '/ledger': [{ who: 'operator' }],
  '/feedback': [{ who: 'operator' }],
  '/dashboard/settlements': [{ who: 'operator' }, { who: 'bargainer', as: 'own' }],
  '/registry-{$key}': [{ who: 'operator', at: '/registry-1-1' }],
  '/registry-entry-{$key}': [
    { who: 'operator', at: firstOf('/internal/questionnaires/legal-entities/registry-entries', claimPath) },
    { who: 'individual', at: firstOf(ownClaims, claimPath, isFree), as: 'own' },
    { who: 'individual', at: firstOf(ownClaims, (row) => `${claimPath(row)}?step=apply`, isFree), as: 'apply' },
  ],
  '/simplified-registry-{$key}': [
    { who: 'operator', at: firstOf('/internal/questionnaires/legal-entities/simple-registries', simplePath) },
  ],
  '/request-{$key}': [
    { who: 'operator', at: firstOf(allRequests, requestPath) },
    { who: 'individual', at: firstOf('/api/individuals/{me}/questionnaires', requestPath), as: 'own' },
  ],
  '/simplified-request-{$key}': [],
  '/settlement-{$id}': [
    { who: 'operator', at: firstOf('/api/loans', ({ id }) => `/settlement-${id}`) },
    { who: 'bargainer', at: firstOf('/api/loans', ({ id }) => `/settlement-${id}`), as: 'own' },
    { who: 'bargainer', at: firstOf('/api/loans', ({ id }) => `/settlement-${id}?step=offer`), as: 'offer' },
  ],
  '/dashboard/old/individuals': [{ who: 'operator' }],
  '/dashboard/old/legal-entities': [{ who: 'operator' }],
  '/dashboard/old/employees': [{ who: 'head' }],
  '/dashboard/old/operators': [{ who: 'operator' }],
  '/dashboard/old/invites': [{ who: 'head' }],
  '/roles': [{ who: 'operator' }, { who: 'head', as: 'own' }],
  '/dashboard/logs': [{ who: 'operator' }],
  '/approvals': [{ who: 'operator' }],
  '/notifications': [{ who: 'operator' }],
  '/individual-{$id}': [
    { who: 'operator', at: '/individual-1' },
    { who: 'operator', at: '/individual-1?tab=history', as: 'history' },
    { who: 'individual', at: '/individual-1', as: 'own' },
    { who: 'individual', at: '/individual-1?tab=files', as: 'files' },
    { who: 'individual', at: '/individual-1?tab=payment-details', as: 'payment-details' },
  ],
  '/legal-entity-{$id}': [
    { who: 'operator', at: '/legal-entity-1' },
    { who: 'head', at: '/legal-entity-1?tab=employees', as: 'employees' },
    { who: 'head', at: '/legal-entity-1?tab=representative', as: 'representative' },
    { who: 'head', at: '/legal-entity-1?tab=policy', as: 'policy' },
    { who: 'head', at: '/legal-entity-1?tab=files', as: 'files' },
    { who: 'head', at: '/legal-entity-1?tab=payment-details', as: 'payment-details' },
  ],
  catchAll: [{ who: 'nobody', at: '/no/such/page' }],
};
/** These only lead on, or exist for developers alone. */
const without = ['/dashboard', '/dev/ui'];

const wanted = process.argv.slice(2);
const paths = pathsOf(readFileSync('src/web/app/pages.ts', 'utf8'));
const unknown = paths.filter((path) => !(path in screens || without.includes(path)));
if (unknown.length > 0) {
  console.error(`В scripts/shots.ts не сказано, кто смотрит на ${unknown.join(', ')}`);
  process.exit(1);
}
const dataDir = mkdtempSync(join(tmpdir(), 'ugovor-shots-'));
const server = await startServer({ DATA_DIR: dataDir, DEMO: '1' });
const browser = await chromium.launch({
  executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
  args: ['--headless', '--no-sandbox', '--disable-gpu'],
});
try {
  const taken = await takeAll();
  console.log(`Снимков: ${taken}, папка ${folder}/`);
} finally {
  await browser.close();
  await server.stop();
  rmSync(dataDir, { recursive: true, force: true });
}

function pathsOf(text: string): string[] {
  return [...text.matchAll(/\bpath: (?:'([^']+)'|(catchAll))/g)].map(([, path, all]) => path ?? all!);
}

async function takeAll(): Promise<number> {
  mkdirSync(folder, { recursive: true });
  let taken = 0;
  for (const who of ['nobody', 'operator', 'head', 'individual', 'bargainer'] as const) {
    const { context, client } = await visitorOf(who);
    const page = await context.newPage();
    for (const path of paths.filter((one) => wanted.length === 0 || wanted.some((word) => one.includes(word)))) {
      for (const screen of (screens[path] ?? []).filter((one) => one.who === who))
        taken += await take(page, client, path, screen);
    }
    await context.close();
  }
  return taken;
}

/** One screen at both widths and in both themes. @returns how many pictures that is */
async function take(page: Page, client: Client, path: string, { at = path, as }: Screen): Promise<number> {
  const name = [path.replaceAll(/[^\w-]+/g, '-').replace(/^-|-$/g, '') || 'home', as].filter(Boolean).join('-');
  await page.setViewportSize(widths[0]!);
  await page.goto(server.url + (typeof at === 'string' ? at : await at(client)));
  await page.waitForLoadState('networkidle', { timeout: patienceMs }).catch(() => undefined);
  for (const size of widths) {
    for (const colorScheme of themes) {
      await page.setViewportSize(size);
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await page.locator(`html[data-theme=${colorScheme}]`).waitFor();
      await page.screenshot({ path: `${folder}/${name}-${size.width}-${colorScheme}.png`, fullPage: true });
    }
  }
  return widths.length * themes.length;
}

/** A browser in which somebody of the demonstration is signed in, and the same person without a browser. */
async function visitorOf(who: Who): Promise<{ context: BrowserContext; client: Client }> {
  const context = await browser.newContext({ locale: 'ru-RU', timezoneId: 'Europe/Moscow' });
  const client = new Client(server.url);
  if (who === 'nobody') return { context, client };
  const path = who === 'operator' ? '/internal/auth/operator/signin' : '/api/auth/signin';
  const [individual, bargainer] = demoAccounts.individuals;
  const logins = { operator: 'admin@demo.test', head: 'head@alpha.test', individual, bargainer };
  const { status } = await client.post(path, { login: logins[who], password: demoPassword });
  if (status !== 200) throw new Error(`Вход ${logins[who]}: ${status}`);
  await context.addCookies([...client.cookies].map(([name, value]) => ({ name, value, url: server.url })));
  return { context, client };
}
