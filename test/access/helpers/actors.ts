import { makeIndividual, makeOperator } from '#server/demo/factories.ts';
import { inSystemTransaction } from '#server/platform/state/write.ts';
import { type Booted, boot } from '../../helpers/boot.ts';
import type { Client } from '../../helpers/client.ts';
import { makeComplaint } from './contacts.ts';
import { makeDelivery, makePushSubscription } from './deliveries.ts';
import { makeInvoice } from './invoices.ts';
import { type Person, people } from './matrix.ts';
import { makePerson, type PersonIds, signIn } from './persons.ts';
import { makeHanded, makeOwnClaims, type Settlement, say } from './settlements.ts';
import {
  type Claims,
  type Company,
  copiedPermission,
  makeApproval,
  makeBackgroundTask,
  makeClaims,
  makeCompanyFiles,
  makeConsent,
  makeDetail,
  makeDifference,
  makeFile,
  makeOperatorAvatars,
  makePaper,
  makePersonFiles,
  makeRole,
  makeSavedView,
  makeTariff,
  makeWaitingPayout,
  makeWithEmployees,
  makeWords,
  passwordHash,
} from './things.ts';

/** Somebody of the matrix who is really there: his browser with his session in it, and what is his own. */
export interface Actor extends PersonIds {
  person: Person;
  client: Client;
  sessionId: number | null;
  savedView: number | null;
  pushSubscription: number | null;
  /** What he has agreed to. */
  consent: number | null;
  /** Where he is paid to. */
  detail: number | null;
  backgroundTask: number | null;
  /** A claim against an individual, and an entry that has found him. */
  entry: number | null;
  simpleEntry: number | null;
  /** A call that his creditor has planned. */
  contact: number | null;
  /** His drafts about that claim. */
  settlement: Settlement | null;
  /** What he has said where he takes part. */
  said: { message: number; messageFile: number } | null;
}

/** What a company holds besides its people. */
interface Held {
  claims: Claims;
  settlement: Settlement;
  detail: number;
  payout: number;
  tariff: number;
  invoice: number;
  files: { folder: number; tariff: number };
}

export interface World {
  testApp: Booted;
  actors: readonly Actor[];
  home: Company & Held;
  other: Company & Held;
  /** One of each dictionary. */
  word: Awaited<ReturnType<typeof makeWords>>;
  /** Who has taken on himself a claim of the other company. */
  second: number;
  secondDetail: number;
  /** Somebody whom nobody of the matrix is. */
  stranger: {
    individual: number;
    detail: number;
    session: number;
    savedView: number;
    pushSubscription: number;
    delivery: number;
    consent: number;
    backgroundTask: number;
  };
  operatorRole: number;
  operator: number;
  approval: number;
  difference: number;
  complaint: number;
  permission: Record<'employee' | 'operator', number>;
}

const personal = { phone: '+79990001122', inn: '500100732259' };

/**
 * A server with everybody of the matrix in it. Addresses are taken from the proxy's header, so that each request comes
 * from a network of its own and rate limits stay out of the way.
 */
export async function makeWorld(): Promise<World> {
  const testApp = await boot({ trustProxy: 1, operatorsNeedSecondFactor: true, redisUrl: undefined, databasePool: 30 });
  return inSystemTransaction(testApp.app.database.db, 'system.test', async (tx) => {
    const home = await makeWithEmployees(tx, '7707083893');
    const other = await makeWithEmployees(tx, '7728168971');
    const elsewhere = await makeWithEmployees(tx, '7736050003');
    const operatorRole = await makeRole(tx, 'operator', null);
    const stranger = await makeIndividual(tx, { passwordHash, ...personal });
    const second = await makeIndividual(tx, { passwordHash });
    const file = await makeFile(tx, testApp.app.files);
    const claims = await makeClaims(tx, file, home.id, stranger.individualId);
    const otherClaims = await makeClaims(tx, file, other.id, second.individualId);
    const shown = await makePaper(tx, testApp.app.files);
    const detailOf = (owner: Parameters<typeof makeDetail>[2]) => makeDetail(tx, testApp.app.secrets, owner);
    const ofPerson = async (individualId: number): Promise<number> => {
      await makePersonFiles(tx, shown, individualId);
      return detailOf({ individualId });
    };
    const { operatorId, accountId: makerId } = await makeOperator(tx, { passwordHash, role: 'administrator' });
    await makeOperatorAvatars(tx, shown);
    const actors: Omit<Actor, 'said'>[] = [];
    for (const person of people) {
      const made = await makePerson(testApp, tx, person, { home, elsewhere, operatorRole });
      const signed = await signIn(testApp, tx, person, made.accountId);
      actors.push({
        person,
        ...made,
        ...signed,
        backgroundTask:
          made.accountId && signed.sessionId && (await makeBackgroundTask(tx, made.accountId, signed.sessionId)),
        savedView: made.accountId && (await makeSavedView(tx, made.accountId)),
        pushSubscription: made.accountId && (await makePushSubscription(tx, made.accountId)),
        consent: made.accountId && (await makeConsent(tx, made.accountId)),
        detail: made.individualId && (await ofPerson(made.individualId)),
        ...(await makeOwnClaims(tx, shown, home.id, claims, made.individualId)),
      });
    }
    const detailsOf = {
      home: await detailOf({ legalEntityId: home.id }),
      other: await detailOf({ legalEntityId: other.id }),
    };
    const { sessionId } = await signIn(testApp, tx, { name: '', kind: 'individual' }, stranger.accountId);
    const handed = await makeHanded(tx, shown, home.id, claims, stranger.individualId);
    const saying: Actor[] = [];
    for (const actor of actors) {
      const { chat } = actor.settlement ?? handed;
      saying.push({ ...actor, said: actor.accountId === null ? null : await say(tx, chat, actor.accountId, shown) });
    }
    return {
      testApp,
      actors: saying,
      home: {
        ...home,
        claims,
        settlement: handed,
        detail: detailsOf.home,
        payout: await makeWaitingPayout(tx, home.id, detailsOf.home),
        tariff: await makeTariff(tx, home.id),
        invoice: await makeInvoice(tx, home.id),
        files: await makeCompanyFiles(tx, shown, home.id),
      },
      other: {
        ...other,
        claims: otherClaims,
        settlement: await makeHanded(tx, shown, other.id, otherClaims, second.individualId),
        detail: detailsOf.other,
        payout: await makeWaitingPayout(tx, other.id, detailsOf.other),
        tariff: await makeTariff(tx, other.id),
        invoice: await makeInvoice(tx, other.id),
        files: await makeCompanyFiles(tx, shown, other.id),
      },
      word: await makeWords(tx),
      second: second.individualId,
      secondDetail: await ofPerson(second.individualId),
      stranger: {
        individual: stranger.individualId,
        detail: await ofPerson(stranger.individualId),
        session: sessionId!,
        savedView: await makeSavedView(tx, stranger.accountId),
        pushSubscription: await makePushSubscription(tx, stranger.accountId),
        delivery: await makeDelivery(tx, stranger.accountId),
        consent: await makeConsent(tx, stranger.accountId),
        backgroundTask: await makeBackgroundTask(tx, stranger.accountId, sessionId!),
      },
      operatorRole,
      operator: operatorId,
      approval: await makeApproval(tx, makerId, stranger.individualId),
      difference: await makeDifference(tx),
      complaint: await makeComplaint(tx, { accountId: stranger.accountId, messageId: handed.answer }),
      permission: {
        employee: await copiedPermission(tx, 'employee'),
        operator: await copiedPermission(tx, 'operator'),
      },
    };
  });
}
