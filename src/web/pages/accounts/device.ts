const browsers: readonly [RegExp, string][] = [
  [/YaBrowser\//, 'Яндекс Браузер'],
  [/Edg\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/Firefox\//, 'Firefox'],
  [/Chrom(?:e|ium)\//, 'Chrome'],
  [/Safari\//, 'Safari'],
];

const systems: readonly [RegExp, string][] = [
  [/Android/, 'Android'],
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Windows/, 'Windows'],
  [/Mac OS/, 'macOS'],
  [/Linux/, 'Linux'],
];

/** «Chrome, Windows» of what a browser calls itself; undefined when it is none that people know. */
export function deviceOf(userAgent: string | null): string | undefined {
  const names = [browsers, systems].map((known) => known.find(([sign]) => sign.test(userAgent ?? ''))?.[1]);
  return names.filter(Boolean).join(', ') || undefined;
}
