import { makeCompany } from '#server/demo/factories.ts';
import type { Client } from '#test/helpers/client.ts';
import { number, type Report } from './report.ts';
import { startBenchServer } from './server.ts';

/** Suggestions in so many milliseconds keep up with typing. */
const blinkMs = 50;
const companies = 2_000;
const rounds = 5;

/** What a person is writing when he is helped. */
type Question = readonly [kind: 'address' | 'legal-entity', query: string];
const questions: Record<string, Question[]> = {
  адрес: ['мо', 'самарская', 'ростов', 'республика', 'ново', 'а'.repeat(300)].map((query) => ['address', query]),
  компания: ['мик', 'банк', '7707', 'ромашка', 'о'].map((query) => ['legal-entity', query]),
};

/** Measures how long suggestions take beside the shortest answer of the same server. */
export async function measureSuggest(): Promise<Report> {
  const benchServer = await startBenchServer();
  try {
    await benchServer.write(async (tx) => {
      for (let at = 0; at < companies; at++)
        await makeCompany(tx, { inn: String(7_707_000_000 + at), verificationStatus: 'verified' });
    });
    const { operator } = benchServer;
    const about = await times(() => operator.get('/api/about'), ['', '', '', '', '', '']);
    const taken = new Map<string, number[]>();
    for (const [what, asked] of Object.entries(questions))
      taken.set(what, await times(([kind, query]) => suggest(operator, kind, query), asked));
    return report(about, taken);
  } finally {
    await benchServer.stop();
  }
}

const suggest = (client: Client, kind: string, query: string) =>
  client.post(`/api/data-rubricator/suggest/${kind}`, { query });

/** Milliseconds of every answer, in order. The first round warms the server up and counts for nothing. */
async function times<T>(ask: (one: T) => Promise<{ status: number }>, of: readonly T[]): Promise<number[]> {
  const all: number[] = [];
  for (let round = 0; round <= rounds; round++) {
    for (const one of of) {
      const began = performance.now();
      const { status } = await ask(one);
      if (status !== 200) throw new Error(`A suggestion was answered with ${status}`);
      if (round > 0) all.push(performance.now() - began);
    }
  }
  return all.sort((one, other) => one - other);
}

const middle = (of: readonly number[]): number => of[of.length >> 1]!;

function report(about: number[], taken: Map<string, number[]>): Report {
  const all = [['кратчайший ответ', about] as const, ...taken];
  return {
    title: 'Подсказки',
    about: `Подсказки при наборе, одна за другой, ${companies} компаний в базе. Рядом кратчайший ответ того же сервера.`,
    head: ['что', 'середина, мс', 'дольше всего, мс', 'к кратчайшему'],
    rows: all.map(([what, times]) => [
      what,
      number(middle(times)),
      number(times.at(-1)!),
      number(middle(times) / middle(about)),
    ]),
    bars: [...taken].map(([what, times]) => ({ id: 'P17', what, figure: middle(times), limit: blinkMs, unit: 'мс' })),
  };
}
