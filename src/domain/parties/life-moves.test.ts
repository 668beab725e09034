import { describe, expect, test } from 'vitest';
import type { Day } from '../values/days.ts';
import { LIFE_EVENTS, type LifeEventKind, type LifeSpan } from './life-event.ts';
import { beginsInside, forbiddenBy, LIFE_MOVES, type LifeMove, refusalWords } from './life-moves.ts';
import { LIFE_TABLE } from './life-table.ts';

const day = (text: string) => text as Day;
const since = day('2026-10-12');
const span = (kind: LifeEventKind, until: Day | null = null): LifeSpan => ({ kind, since, until });

describe('what an event forbids', () => {
  test('follows from the one table alone, kind by kind and move by move', () => {
    for (const kind of Object.keys(LIFE_EVENTS) as LifeEventKind[]) {
      for (const move of Object.keys(LIFE_MOVES) as LifeMove[]) {
        const isForbidden = forbiddenBy([span(kind)], move, since) !== null;
        expect([kind, move, isForbidden]).toEqual([kind, move, LIFE_TABLE[kind][LIFE_MOVES[move].effect].stops]);
      }
    }
  });

  test('is refused in a sentence that names it and says what to do', () => {
    expect(refusalWords(span('bankruptcy'), 'agree')).toBe(
      'Банкротство через суд с 12.10.2026: договориться о новом сейчас нельзя. Долги разбирают в деле о банкротстве: обратитесь к финансовому управляющему',
    );
    expect(refusalWords(span('illness', day('2026-12-11')), 'askPause')).toBe(
      'Пауза по болезни с 12.10.2026 по 11.12.2026: пауза не нужна, платить по графику и так не нужно. Дождитесь конца паузы',
    );
  });
});

describe('a new schedule', () => {
  const pause = span('illness', day('2026-12-11'));
  test('begins after a pause whose end is known, not inside it', () => {
    expect(beginsInside([pause], day('2026-12-11'))).toContain('Первый платёж — после 11.12.2026');
    expect(beginsInside([pause], day('2026-12-12'))).toBeNull();
  });

  test('is agreed on freely while nobody knows the end of a service', () => {
    expect(beginsInside([span('service')], day('2026-12-01'))).toBeNull();
  });
});
