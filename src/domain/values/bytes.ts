/** «1,2 МБ»; a small file in whole kilobytes, «34 КБ», and many in gigabytes, «5 ГБ». */
export function formatBytes(bytes: number): string {
  if (bytes > 0 && bytes < 1_000_000) return `${Math.ceil(bytes / 1000)} КБ`;
  const [unit, name] = bytes < 1_000_000_000 ? [1_000_000, 'МБ'] : [1_000_000_000, 'ГБ'];
  return `${(bytes / unit).toLocaleString('ru-RU', { maximumFractionDigits: 1 })} ${name}`;
}
