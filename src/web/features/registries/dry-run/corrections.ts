import { useEffect, useRef, useState } from 'react';
import { ApiError, call, callUntyped } from '#web/kit/data/api.ts';
import { refresh } from '#web/kit/data/query.ts';
import { paramsOf, type Registry, type RegistryKindView } from '../kind.ts';
import { registryTexts } from '../texts.ts';

/** The state of the saving of a cell. */
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
    const body = { rowNo, column, value, version: version.current };
    version.current = (await callUntyped(operations.correct, { params, body })).version;
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
