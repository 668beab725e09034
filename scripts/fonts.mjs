// `npm run fonts`: cuts the fonts of the application to the signs that nearly every page has. What else the originals
// have is loaded by the browser when a page shows it (src/web/ui/styles/fonts.css).
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import subsetFont from 'subset-font';

const from = 'node_modules/@fontsource-variable/golos-text';
const to = 'src/web/ui/styles/fonts';

/** @param {string} first @param {string} last */
const range = (first, last) => {
  const [start = 0, end = 0] = [first.codePointAt(0), last.codePointAt(0)];
  return String.fromCodePoint(...Array.from({ length: end - start + 1 }, (_, index) => start + index));
};

/** The signs of each file; `unicode-range` in fonts.css says the same. */
const signs = {
  cyrillic: `${range('А', 'я')}Ёё№`,
  latin: `${range(' ', '~')}\u00A0§«°±·»×–—‘’“”„•…\u2009\u202F₽←↑→↓−`,
};

for (const [name, text] of Object.entries(signs)) {
  const font = readFileSync(`${from}/files/golos-text-${name}-wght-normal.woff2`);
  const cut = await subsetFont(font, text, {
    targetFormat: 'woff2',
    keepFeatures: ['calt', 'ccmp', 'kern', 'locl', 'mark', 'mkmk', 'tnum'],
    variationAxes: { wght: { min: 400, max: 700 } },
  });
  writeFileSync(`${to}/golos-text-${name}.woff2`, cut);
  console.log(`${name}: ${font.length} → ${cut.length}`);
}
copyFileSync(`${from}/LICENSE`, `${to}/LICENSE`);
