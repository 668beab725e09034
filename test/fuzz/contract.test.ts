import { maxHeaderSize } from 'node:http';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { operations } from '#contract/index.ts';
import { isWrite, type Operation, successOf } from '#contract/kernel/op.ts';
import type { Reply } from '../helpers/client.ts';
import { partnerHeaders } from '../payments/helpers/scenario.ts';
import { problemOf } from './helpers/answers.ts';
import { type ActorName, actorNames, actorsFor } from './helpers/asking.ts';
import { type Case, casesOf, rightCasesOf } from './helpers/cases.ts';
import { makeWorld, type World } from './helpers/world.ts';

/**
 * A usual run asks the same questions each time; a long one (FUZZ_RUNS=1000) asks new ones. To replay a failure, give
 * the seed and the path that it prints: FUZZ_SEED=… FUZZ_PATH=… and the route by `-t`.
 */
const { FUZZ_RUNS, FUZZ_SEED, FUZZ_PATH } = process.env;
const runs = Number(FUZZ_RUNS ?? 12);
const base = Number(FUZZ_SEED ?? (FUZZ_RUNS ? Date.now() % 1_000_000 : 1));
/** No single request may hold the server longer, on a busy machine too. */
const slowestMs = 30_000;

/** A head longer than that is refused by HTTP itself, before it is anybody's question; the client adds cookies of its own. */
const longestHead = maxHeaderSize - 2_000;
const headOf = ({ path, headers, body }: Case): number =>
  encodeURI(path).length + JSON.stringify([headers, body.headers]).length;

const links = ['auth.individualFirstSignIn', 'auth.employeeFirstSignIn', 'auth.operatorFirstSignIn'];
const secondFactor = ['accounts.confirmSecondFactor', 'accounts.endSecondFactor'];
/** A head is asked only about terms below the conditions by which a bargaining was opened (head.test.ts). */
const belowConditions = [
  'settlements.askToOffer',
  'settlements.askToAccept',
  'settlements.askToReschedule',
  'settlements.readAsked',
];
/** A second's work for this very ИНН and day comes first (matching.test.ts). */
const workFirst = ['registries.checkInn'];
/** An agreement is broken, warned of, and has a penalty to give up, only when days have passed (endings.test.ts, penalty.test.ts). */
const afterDays = ['endings.breach', 'endings.waivePenalty', 'documents.readNotice'];
/** Of a claim that was acquired a job tells (assignment-notices.test.ts). */
const acquiredFirst = ['documents.assignmentNotice', 'documents.readAssignmentNotice'];
/** Its deed is attached to such a claim alone (assignment-deeds.test.ts). */
const deedFirst = ['assignment-deeds.attach', 'assignment-deeds.remove', 'assignment-deeds.get'];
/** Of a claim that bailiffs collect (registries/enforcement.test.ts). */
const withBailiffs = ['claims.denyBailiffs', 'claims.recallDenial', 'writs.attach', 'writs.get', 'writs.remove'];
/** Of a claim that a terminated agreement has left (registries/rises.test.ts). */
const afterTermination = ['registries.explainRise'];
/** The partner of the questions never answers (reconciliation.test.ts). */
const partnerFirst = ['reconciliation.run'];
/** Nothing is bound without a consent of its own (payments/autopayment.test.ts). */
const consentFirst = ['autopayments.switchOn'];
/** The very sum that is free of a verified company, to details that its head has confirmed (payments/payouts.test.ts). */
const verySum = ['payouts.payNow'];
/** Of a month whose fees are invoiced, from an issuer whose numbers are judged whole, or that came back (invoices/invoices.test.ts, lowered.test.ts). */
const monthFirst = ['invoices.issue', 'invoices.proposeIssuer', 'invoices.settleReturned'];
/** What is read is what was signed, so that an offer which nobody has signed is not (settlements/negotiation/agreement-text.test.ts). */
const signedFirst = ['settlements.readAgreement', 'settlements.printAgreement'];
/** Drafts come with the agreement of a debt in court (proceedings.test.ts). */
const inCourt = ['documents.courtPaper'];
/** Today lies between the days of a power of attorney, and ends those of a statement (powers-of-attorney.test.ts, certificates.test.ts). */
const aroundToday = ['powers-of-attorney.add', 'certificates.askByDebtor', 'certificates.askByCreditor'];
/** Of a day that goes on no step is done, and nothing is sealed (close-day/close-day.test.ts, close-day/seal.test.ts). */
const dayOver = ['close-day.runSub', 'close-day.checkSeal'];
/** A month is closed when it is over and all its days are sealed (ledger/months.test.ts). */
const monthOver = ['ledger.closeMonth'];
/** A row of rates has the very fields of its kind and a day to come (rates.test.ts). */
const ofItsKind = ['rates.propose'];
/** A head and who holds a power of attorney keep their names, and the world has no others (employees.test.ts). */
const ofWhoSigns = ['employee-cards.update'];
/** Only an operator who came by an invitation needs a voucher (operator-invitations.test.ts). */
const invitedFirst = ['operators.vouch'];
/** What is told of a company is judged whole, number by number (operating-companies.test.ts). */
const ofRealNumbers = ['operating-companies.propose'];
/** A day around today, a file with columns of its own, and an hour that the law closes (contacts/contacts.test.ts, chats/contact-rule.test.ts). */
const byTheLaw = ['contacts.enter', 'contacts.load', 'chats.wait'];
/** What is decided is what was just read of that very complaint (complaints/findings.test.ts). */
const readFirst = ['complaints.decide'];
/** Nobody tells people by SMS, browser or messenger here (deliveries/deliveries.test.ts, messenger.test.ts). */
const channelFirst = [
  'deliveries.browserKey',
  'deliveries.bindBrowser',
  'deliveries.linkMessenger',
  'deliveries.smsNotice',
];
/** These succeed only with what the questions cannot guess; their own tests go that way. */
const oneWay: ReadonlySet<string> = new Set([
  ...links,
  ...secondFactor,
  ...belowConditions,
  ...byTheLaw,
  ...readFirst,
  ...workFirst,
  ...aroundToday,
  ...inCourt,
  ...afterDays,
  ...acquiredFirst,
  ...deedFirst,
  ...withBailiffs,
  ...afterTermination,
  ...partnerFirst,
  ...consentFirst,
  ...verySum,
  ...monthFirst,
  ...signedFirst,
  ...dayOver,
  ...monthOver,
  ...ofItsKind,
  ...ofRealNumbers,
  ...ofWhoSigns,
  ...invitedFirst,
  ...channelFirst,
]);
const isOneWay = ({ code, def }: Operation): boolean =>
  oneWay.has(code) || (def.errors?.includes('code.wrong') ?? false);

let world: World;
const succeeded = new Set<string>();
beforeAll(async () => {
  world = await makeWorld();
});
afterAll(() => world.testApp.stop());

/** Operations of one shape must not be asked the same. A failure prints its own seed and path, to be replayed as they are. */
const seedOf = (operation: Operation): number => (FUZZ_PATH ? base : base + operations.indexOf(operation) * 1_000_003);

/** A world made whole is another one each time (verified or not), so it is made whole after some refusals too. */
const refusalsInOneWorld = 4;
/** How much more may be asked in the present world. */
let credit = 0;

/** The world is made whole for each operation, after a write that succeeded, and after a few that were refused. */
async function ask(operation: Operation, one: Case): Promise<Reply> {
  if (credit <= 0) {
    await world.restore();
    credit = refusalsInOneWorld;
  }
  const reply = await send(operation, one);
  if (isWrite(operation)) credit -= reply.status >= 400 && reply.status < 500 ? 1 : refusalsInOneWorld;
  return reply;
}

function send(operation: Operation, { actor, path, body, headers }: Case): Promise<Reply> {
  const signed = typeof body.body === 'string' ? partnerHeaders(operation, body.body) : {};
  return world.browser(actor).send(operation.method, path, body.body, { ...body.headers, ...signed, ...headers });
}

interface Questions {
  numRuns: number;
  seed?: number;
  actors?: readonly ActorName[];
  /** Go on in the world that the operation before has left. */
  goOn?: boolean;
  /** Which requests: any that are right or nearly right unless told. */
  cases?: typeof casesOf;
}

async function fuzz(
  operation: Operation,
  { numRuns, seed = seedOf(operation), actors = actorNames, goOn = false, cases = casesOf }: Questions,
): Promise<void> {
  if (!goOn) credit = 0;
  await fc.assert(
    fc.asyncProperty(cases(operation, world, actors), async (one) => {
      const begun = performance.now();
      const reply = await ask(operation, one);
      const took = performance.now() - begun;
      if (reply.status === 431 && headOf(one) > longestHead) return;
      const problem = took > slowestMs ? `took ${Math.round(took)} ms` : problemOf(operation, reply);
      if (problem) throw new Error(`${problem}\n${reply.status} ${reply.text.slice(0, 500)}`);
      if (reply.status === successOf(operation)) succeeded.add(operation.code);
    }),
    { numRuns, seed, ...(FUZZ_PATH && { path: FUZZ_PATH }) },
  );
}

/** What the usual questions did not hit by luck gets so many more, right ones of those who may ask, before it counts as out of reach. */
const moreRounds = Math.ceil(600 / runs);
const isMissed = (operation: Operation): boolean => !isOneWay(operation) && !succeeded.has(operation.code);

async function askOn(operation: Operation): Promise<void> {
  for (let round = 1; round <= moreRounds && isMissed(operation); round++) {
    const seed = seedOf(operation) + round;
    await fuzz(operation, { numRuns: runs, seed, actors: actorsFor(operation), cases: rightCasesOf });
  }
}

describe(`whatever is sent (FUZZ_SEED=${base}), the answer is one that the contract declares`, () => {
  test.each(operations.map((operation) => [operation.route, operation] as const))(
    '%s',
    async (_route, operation) => {
      await fuzz(operation, { numRuns: runs });
      // At once, for what comes after may close the way: a registry that was read anew has other rows.
      if (!FUZZ_PATH) await askOn(operation);
      // What failed may have been one of those.
      else await fuzz(operation, { numRuns: runs, actors: actorsFor(operation), cases: rightCasesOf });
    },
    Math.max(600_000, runs * 200),
  );
});

test.skipIf(FUZZ_PATH)('the questions are good enough to succeed with every operation', () => {
  expect(operations.filter(isMissed).map(({ code }) => code)).toEqual([]);
});

/** All files are so large that there is room for none more; an employee without a photo has one as well. */
const noRoom = `
  update stored_files set size = 10 ^ 13;
  insert into owned_files (employee_id, place, kind, file_id)
    select id, 'avatar', 'avatar', (select min(id) from stored_files) from employees on conflict do nothing`;

describe.skipIf(FUZZ_PATH)('where there is no room left for files', () => {
  // What is judged by its days, or by how the claim came, before its file is stored comes so far by luck alone.
  const uploads = operations.filter(
    ({ code, def }) =>
      def.errors?.includes('quota.exceeded') && ![...aroundToday, ...deedFirst, ...withBailiffs].includes(code),
  );
  afterAll(() => world.testApp.owner.query('update stored_files set size = 1'));
  test.each(uploads.map((operation) => [operation.route, operation] as const))(
    '%s says so',
    async (_route, operation) => {
      const cases = fc.sample(rightCasesOf(operation, world, actorsFor(operation)), { numRuns: 300, seed: base });
      const codes = new Set<string>();
      for (const one of cases) {
        await world.restore();
        await world.testApp.owner.query(noRoom);
        codes.add((await send(operation, one)).body?.code);
        if (codes.has('quota.exceeded')) return;
      }
      expect.fail(`only ${[...codes].join(', ')}`);
    },
  );
});

test.skipIf(FUZZ_PATH)(
  'the server lives and holds no more memory than before',
  async () => {
    setFlagsFromString('--expose-gc');
    const collect = runInNewContext('gc') as () => void;
    const heldMegabytes = async (): Promise<number> => {
      for (const operation of operations) await fuzz(operation, { numRuns: 2, goOn: true });
      collect();
      return process.memoryUsage().heapUsed / 2 ** 20;
    };
    // All that is loaded once has been loaded by the questions above.
    const before = await heldMegabytes();
    const after = await heldMegabytes();
    expect(after - before).toBeLessThan(8);
    expect((await world.testApp.anonymous().get('/api/health')).status).toBe(200);
  },
  600_000,
);
