import { toDay } from '#domain/values/days.ts';
import { papersOf } from '#server/modules/verification/papers.queries.ts';
import type { App } from '#server/platform/app.ts';

export const passport = { series: '4510', number: '456123' };

/** The papers that an application of a person needs. */
export const papers = {
  passport,
  passportIssuedAt: toDay('2010-05-20'),
  passportIssuedBy: 'ОВД района Хамовники г. Москвы',
  passportDepartment: '770-014',
  regAddress: 'г. Москва, ул. Усачёва, д. 12, кв. 41',
};

/** The same as the columns of a person keep them. */
export const sealedPapers = ({ secrets }: Pick<App, 'secrets'>) => papersOf('individuals').seal(secrets, papers);

/** The same as an update sets them. */
export const papersInSql = (app: Pick<App, 'secrets'>): string =>
  Object.entries(sealedPapers(app))
    .map(([column, value]) => `${column.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)} = '${value}'`)
    .join(', ');
