import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { filesUnder } from '../helpers/files/files.ts';
import { importsOf, knots, laws, offences, resolveImport } from './rules/import-law.ts';

const sources = new Map(
  filesUnder(['src'])
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file))
    .map((file) => [file, readFileSync(file, 'utf8')]),
);

/** A made-up offence for every law, so that a law that cannot fail is noticed. */
const crimes: Record<string, [file: string, text: string]> = {
  'domain knows nothing but itself': ['src/domain/values/money.ts', `import { z } from 'zod';`],
  'domain rooms know only what stands below them: documents, negotiation, settlements, registries, money, parties, settings, places, rates, values':
    ['src/domain/money/tariff.ts', `import { machine } from '../settlements/settlement.ts';`],
  'contract knows domain and zod only': ['src/contract/chats.ts', `import fs from 'node:fs';`],
  'server does not know web': ['src/server/main.ts', `import type { Page } from '#web/app/pages.ts';`],
  'web does not know server': ['src/web/main.tsx', `export * from '../server/app.ts';`],
  'a server module asks another one only through *.queries.ts, *.commands.ts, *.resource.ts and *.events.ts': [
    'src/server/modules/chats/send.ts',
    `import { charge } from '../tariffs/charge.ts';`,
  ],
  'server rooms do not know the places that put them together': [
    'src/server/modules/chats/send.ts',
    `const { app } = await import('#server/app.ts');`,
  ],
  'server platform knows no module': ['src/server/platform/http.ts', `import '../modules/chats/chats.queries.ts';`],
  'server platform knows the kernel of the contract only': [
    'src/server/platform/http.ts',
    `import { chats } from '#contract/chats.ts';`,
  ],
  'pages of a web module do not look into those of another one': [
    'src/web/pages/chats/page.tsx',
    `import {\n  Badge,\n} from '../tariffs/badge.tsx';`,
  ],
  'web takes the contract by files, never by its index': [
    'src/web/pages/chats/page.tsx',
    `import { api } from '#contract/index.ts';`,
  ],
  'web rooms know only what stands below them: app, pages, features, kit, ui': [
    'src/web/kit/list/screen.tsx',
    `import { Schedule } from '#web/features/plan/schedule.tsx';`,
  ],
  'the shell knows pages in modules.ts and pages.ts only': [
    'src/web/app/shell.tsx',
    `const page = lazy(() => import('../pages/chats/page.tsx'));`,
  ],
  'web ui knows no operation of the contract': [
    'src/web/ui/button.tsx',
    `import { chats } from '#contract/platform/chats.ts';`,
  ],
};

describe('import law', () => {
  for (const law of laws) it(law.name, () => expect(offences(law, sources)).toEqual([]));

  it('no neighbours know one another in a circle, types included', () => {
    expect(knots(sources)).toEqual([]);
  });

  it('is read from every floor', () => {
    const floors = new Set([...sources.keys()].map((file) => file.split('/')[1]));
    expect(floors).toEqual(new Set(['contract', 'domain', 'server', 'web']));
  });
});

describe('the checker of the import law', () => {
  for (const law of laws) {
    it(`catches: ${law.name}`, () => {
      const [file, text] = crimes[law.name] ?? ['', ''];
      expect(offences(law, new Map([[file, text]]))).toEqual([expect.stringMatching(`^${file}:[13] → `)]);
    });
  }

  it('catches a circle of modules over a third one, and only what ties it', () => {
    const circle = new Map([
      ['src/server/modules/index.ts', `import './chats/send.ts';`],
      ['src/server/modules/chats/send.ts', `import { rate } from '../tariffs/tariffs.queries.ts';\nimport './sql.ts';`],
      ['src/server/modules/tariffs/rates.ts', `import type { Bill } from '#server/modules/bills/bills.queries.ts';`],
      [
        'src/server/modules/bills/bill.ts',
        `import { say } from '../chats/chats.commands.ts';\nimport '../mail/mail.commands.ts';`,
      ],
      ['src/server/modules/audit/rows.ts', `import '../bills/bills.queries.ts';`],
    ]);
    expect(knots(circle)).toEqual([
      'src/server/modules/chats/send.ts:1 → ../tariffs/tariffs.queries.ts',
      'src/server/modules/tariffs/rates.ts:1 → #server/modules/bills/bills.queries.ts',
      'src/server/modules/bills/bill.ts:1 → ../chats/chats.commands.ts',
    ]);
  });

  it('catches a circle of folders at any depth, and of a folder with a file of its module', () => {
    const circles = new Map([
      ['src/web/kit/list/table/row.tsx', `import '../filters/date.tsx';`],
      ['src/web/kit/list/filters/date.tsx', `import '../table/cell.tsx';\nimport '../definition.ts';`],
      ['src/web/kit/list/definition.ts', `import './filters/date.tsx';`],
      ['src/server/modules/chats/card.ts', `import './files/preview.ts';`],
      ['src/server/modules/chats/files/preview.ts', `import type { Card } from '../card.ts';`],
    ]);
    expect(knots(circles)).toEqual([
      'src/web/kit/list/table/row.tsx:1 → ../filters/date.tsx',
      'src/web/kit/list/filters/date.tsx:1 → ../table/cell.tsx',
      'src/server/modules/chats/card.ts:1 → ./files/preview.ts',
      'src/server/modules/chats/files/preview.ts:1 → ../card.ts',
    ]);
  });

  it('lets the permitted imports pass', () => {
    const permitted = new Map([
      ['src/contract/chats.ts', `import * as z from 'zod';\nimport { day } from '#domain/values/days.ts';`],
      ['src/server/modules/chats/send.ts', `import { rate } from '../tariffs/tariffs.queries.ts';\nimport './sql.ts';`],
      ['src/server/platform/http.ts', `import { op } from '#contract/kernel/op.ts';\nimport fastify from 'fastify';`],
      ['src/server/main.ts', `import { app } from './app.ts';\nimport { modules } from './modules/index.ts';`],
      ['src/web/pages/chats/page.tsx', `import { chats } from '#contract/chats.ts';\nimport '#web/kit/data/api.ts';`],
      ['src/web/app/pages.ts', `const chats = () => import('../pages/chats/page.tsx');`],
      [
        'src/web/ui/button.tsx',
        `import { Check } from 'lucide-react';\nimport { money } from '#domain/values/money.ts';`,
      ],
    ]);
    expect(laws.flatMap((law) => offences(law, permitted))).toEqual([]);
  });

  it('finds every form of import with its line', () => {
    const text = [
      `import './a.ts';`,
      `import b, { type B } from "./b.ts";`,
      `export { c } from './c.ts';`,
      `import {`,
      `  d,`,
      `} from './d.ts';`,
      `const e = await import('./e.ts');`,
      `type F = import('./f.ts').F;`,
      `// import g from './g.ts';`,
    ].join('\n');
    const found = importsOf(text).map(({ line, specifier }) => `${line} ${specifier}`);
    expect(found.sort()).toEqual(['1 ./a.ts', '2 ./b.ts', '3 ./c.ts', '6 ./d.ts', '7 ./e.ts', '8 ./f.ts']);
  });

  it('resolves aliases and relative paths to the same place', () => {
    expect(resolveImport('src/web/ui/button.tsx', '#domain/values/money.ts')).toBe('src/domain/values/money.ts');
    expect(resolveImport('src/web/ui/button.tsx', '../../domain/values/money.ts')).toBe('src/domain/values/money.ts');
    expect(resolveImport('src/web/ui/button.tsx', 'lucide-react')).toBe('lucide-react');
  });
});
