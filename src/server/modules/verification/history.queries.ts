import { sql } from 'kysely';
import type * as z from 'zod';
import type { History } from '#contract/parties/verification.ts';
import type { VerificationMove } from '#domain/parties/verification.ts';
import { maskedImage } from '#server/modules/personal-data/masks.queries.ts';
import type { Ctx } from '#server/platform/ctx.ts';
import type { Image } from '#server/platform/database/json-columns.ts';
import { personName } from '#server/platform/person-name.ts';
import type { Subject } from '#server/platform/state/transition.ts';

const most = 200;

/** Columns whose change says nothing to a reader: the machine's own moves say it better. */
const technical = new Set([
  'pending_since',
  'remarks',
  'editors',
  'verification_status',
  'id',
  'account_id',
  'deleted_at',
  'legal_entity_id',
  'version',
  'search',
  'created_at',
  'updated_at',
]);

/** What was done, in the past tense: the labels of the machine are those of buttons. */
const made: Record<VerificationMove, string> = {
  apply: 'Отправлено на верификацию',
  approve: 'Подтверждено',
  return: 'Возвращено с замечаниями',
  withdraw: 'Отозвано с проверки',
  reopen: 'Изменены важные данные: нужна новая проверка',
  block: 'Заблокировано',
  unblock: 'Разблокировано',
};

interface Line {
  id: string;
  at: Date;
  who: string | null;
  move: string | null;
  action: string | null;
  /** The table whose row changed. */
  changed: string | null;
  reason: string | null;
  before: Image | null;
  after: Image | null;
}
type Entry = z.input<typeof History>['items'][number];

/**
 * Who did what with the object, the newest first: moves of its machine and changes of its data. Secrets are masked
 * in the audit itself.
 * @param masked the tables whose numbers and contacts of people this very reader sees masked on the card
 */
export async function historyOf(
  ctx: Ctx,
  { table, id }: Subject,
  masked: readonly ('individuals' | 'representatives')[],
): Promise<z.input<typeof History>> {
  const sqlName = table === 'individuals' ? 'individuals' : 'legal_entities';
  const { rows } = await sql<Line>`
    select 'm' || h.id as id, h.at, ${personName('h.accountId')} as who, h.move, null as action, null as changed, h.reason,
      null::jsonb as before, null::jsonb as after
    from status_history h where h.object_type = ${table} and h.object_id = ${id}
    union all
    select 'a' || a.id, a.at, ${personName('a.accountId')}, null, a.action, a.object_type, a.reason, a.before, a.after
    from audit_log a where a.object_type = ${sqlName} and a.object_id = ${id}
    union all
    select 'a' || a.id, a.at, ${personName('a.accountId')}, null, a.action, a.object_type, a.reason, a.before, a.after
    from representatives r join audit_log a on a.object_type = 'representatives' and a.object_id = r.id
    where ${table} = 'legalEntities' and r.legal_entity_id = ${id}
    order by at desc, id desc limit ${most + 1}`.execute(ctx.db);
  const { tables } = ctx.app.appDefinition;
  const shownTo = (line: Line): Line =>
    masked.some((one) => one === line.changed)
      ? {
          ...line,
          before: maskedImage(tables, line.changed!, line.before),
          after: maskedImage(tables, line.changed!, line.after),
        }
      : line;
  const items = rows
    .slice(0, most)
    .map((line) => describe(shownTo(line)))
    .filter((entry) => entry !== null);
  return { items, more: rows.length > most };
}

function describe({ id, at, who, reason, ...line }: Line): Entry | null {
  const entry = (what: string, changes: Entry['changes'] = []): Entry => ({
    id,
    at,
    who: who ?? 'Система',
    reason,
    what,
    changes,
  });
  if (line.move !== null) return entry(made[line.move as VerificationMove]);
  if (line.action === 'insert' && line.changed !== 'representatives') return entry('Создано');
  if (line.action === 'reveal') return entry('Показаны скрытые данные', revealed(line));
  const changes = changesOf(line);
  return changes.length === 0 ? null : entry('Изменено', changes);
}

const revealed = ({ after }: Pick<Line, 'after'>): Entry['changes'] =>
  (after!['fields'] as string[]).map((field) => ({ field, before: null, after: null }));

function changesOf({ changed, before, after }: Pick<Line, 'changed' | 'before' | 'after'>): Entry['changes'] {
  return Object.keys(after ?? {})
    .filter((column) => !technical.has(column) && !isEmptyBoth(before?.[column], after?.[column]))
    .map((column) => {
      const name = camel(column.replace(/_sealed$/, ''));
      return {
        field: changed === 'representatives' ? `representative.${name}` : name,
        before: shown(before?.[column]),
        after: shown(after?.[column]),
      };
    });
}

/** A new record names every column, filled or not; only the filled ones are shown. */
const isEmptyBoth = (before: unknown, after: unknown): boolean => shown(before) === null && shown(after) === null;
const shown = (value: unknown): string | null =>
  value === null || value === undefined ? null : typeof value === 'string' ? value : JSON.stringify(value);
const camel = (name: string): string => name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
