import { useEffect, useRef, useState } from 'react';
import { moscowDay } from '#domain/days.ts';
import type { Problem, ProblemCode } from '#domain/registry-problems.ts';
import { judgeRow } from '#domain/registry-row.ts';
import type { Column } from '#domain/registry-rules.ts';
import { ApiError, call } from '../data/api.ts';
import { refresh } from '../data/query.ts';
import { type DryRow, paramsOf, type Registry, type RegistryKindView } from './kind.ts';
import { registryTexts } from './texts.ts';

/** The cells of a row as texts, by column. */
export type Cells = Readonly<Record<string, string | null>>;
/** What is wrong with a row, by column; `''` is the row as a whole. */
export type Faults = Readonly<Record<string, string>>;

/** Only the server knows what else is loaded and under way; everything else is judged here by the same rules. */
const serverOnly: readonly ProblemCode[] = ['DUP_FILE', 'DUP_DB', 'IN_DEAL', 'TEMPLATE_OLD'];

/** Judges a row as it stands in the grid, by the rules that the server has for it. */
export function faultsOf(columns: readonly Column[], cells: Cells, known: DryRow['problems']): Faults {
  const inOrder = columns.map(({ code }) => cells[code] ?? null);
  const judged: readonly Pick<Problem, 'column' | 'severity' | 'message'>[] = judgeRow(columns, inOrder, {
    today: moscowDay(new Date()),
  }).problems;
  const foreign = known.filter(({ code }) => serverOnly.includes(code));
  const errors = [...judged, ...foreign].filter(({ severity }) => severity === 'error');
  return Object.fromEntries(errors.map(({ column, message }) => [column ?? '', message]));
}

/** How the saving of a cell stands. */
export type Saving = 'saving' | { failed: string } | undefined;
interface Corrections {
  save: (rowNo: number, column: string, value: string) => void;
  savingOf: (rowNo: number, column: string) => Saving;
}

const keyOf = (rowNo: number, column: string): string => `${rowNo} ${column}`;

/**
 * Saves corrected cells one after another, each with the version that the one before it has given, so that nobody has to
 * wait for the server between two cells.
 */
export function useCorrections({ operations }: RegistryKindView, registry: Registry): Corrections {
  const [savings, setSavings] = useState<ReadonlyMap<string, Saving>>(new Map());
  const version = useRef(registry.version);
  const queue = useRef<Promise<void>>(Promise.resolve());
  const waiting = useRef(0);
  useEffect(() => {
    version.current = Math.max(version.current, registry.version);
  }, [registry.version]);
  const params = paramsOf(registry);

  const send = async (rowNo: number, column: string, value: string): Promise<void> => {
    const body = { rowNo, column, value, version: version.current } as never;
    version.current = (await call(operations.correct, { params, body })).version;
  };

  const save = (rowNo: number, column: string, value: string) => {
    const tell = (saving: Saving) => setSavings((before) => new Map(before).set(keyOf(rowNo, column), saving));
    tell('saving');
    waiting.current++;
    const before = queue.current;
    const turn = async (): Promise<void> => {
      await before;
      try {
        await send(rowNo, column, value).catch(async (error: unknown) => {
          if (!(error instanceof ApiError) || error.code !== 'version.stale') throw error;
          // Somebody else has corrected another cell meanwhile; this one is still the person's own.
          version.current = (await call(operations.get, { params })).version;
          await send(rowNo, column, value);
        });
        tell(undefined);
      } catch (error) {
        tell({ failed: error instanceof Error ? error.message : registryTexts.grid.notSaved });
      }
      // The numbers above the grid are read anew when the last cell is in.
      if (--waiting.current === 0) await refresh();
    };
    queue.current = turn();
  };
  return { save, savingOf: (rowNo, column) => savings.get(keyOf(rowNo, column)) };
}
