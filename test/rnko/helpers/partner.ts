import { rnkoForms } from '#contract/parties/rnko.ts';
import { partnerKey } from '#test/payments/helpers/scenario.ts';
import type { EmulatedQuestion } from '../../../emulators/rnko.ts';
import { startEmulator } from '../../../emulators/start.ts';

/** The emulated identifying partner of a test; he answers when he is told to. */
export interface Rnko {
  url: string;
  questions(): Promise<EmulatedQuestion[]>;
  /** How many requests of the API have come. */
  asked(): Promise<number>;
  behave(mode: string): Promise<void>;
  /** Lets the partner tell the platform by itself, or keeps him silent. */
  speak(to: string | null): Promise<void>;
  /** Answers the last question, whatever is in the answer. */
  answer(last: Partial<EmulatedQuestion>): Promise<void>;
  stop(): Promise<void>;
}

/** What the partner is like, any of `slow,failing,lying`, is for the whole run in TEST_RNKO; without it he is none of these. */
const temperOfRun = process.env['TEST_RNKO'] ?? '';

export async function openRnko(temper = temperOfRun): Promise<Rnko> {
  const emulator = await startEmulator('rnko', {
    RNKO_KEY: partnerKey,
    RNKO_ANSWERS: 'wait',
    PARTNER_TEMPER: temper,
  });
  const url = `http://127.0.0.1:${emulator.ports.http}`;
  const control = async (path: string, body: object): Promise<void> =>
    void (await fetch(`${url}/control/${path}`, { method: 'POST', body: JSON.stringify(body) }));
  const state = async () =>
    (await (await fetch(`${url}/control/questions`)).json()) as { questions: EmulatedQuestion[]; asked: number };
  return {
    url,
    questions: async () => (await state()).questions,
    asked: async () => (await state()).asked,
    behave: (mode) => control('behaviour', { mode }),
    speak: (to) => control('notices', { url: to && to + rnkoForms.notice.path }),
    async answer(last) {
      const question = (await state()).questions.at(-1)!;
      await control(`questions/${question.key}`, last);
    },
    stop: () => emulator.stop(),
  };
}
