/** A zone where it is between noon and one now, so that whatever the hour of the machine it is day there. */
export function zoneOfNoon(): string {
  const ahead = 12 - new Date().getUTCHours();
  return `Etc/GMT${ahead > 0 ? '-' : '+'}${Math.abs(ahead)}`;
}
