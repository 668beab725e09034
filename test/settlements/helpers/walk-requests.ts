import { ARCHIVABLE } from '#domain/negotiation/request.ts';
import { requestDeadline } from '#server/modules/requests/deadlines.commands.ts';
import { matchLoaded } from '#server/modules/requests/requests.commands.ts';
import { innOf, type Scenario } from './scenario.ts';
import { type Act, byClock, later, post, type Real } from './walk-act.ts';
import { early, fresh, isFree, isIdle, type Model, seek } from './walk-model.ts';

/** A request that ends before any settlement, or is given back, lets its claim go: but what has been paid stays bound. */
const close = (model: Model): void => void Object.assign(model, { request: 'closed', held: model.shut });
const giveBack = (model: Model): void => void Object.assign(model, { request: 'search', held: model.shut });

/** What is done with a request and its claim before anything is bargained about. */
export function requestMoves(scenario: Scenario): Record<string, Act> {
  const own = () => `/api/individuals/${scenario.debtorId}/questionnaires`;
  const inside = ({ request }: Real) => `/internal/questionnaires/individuals/${scenario.debtorId}/requests/${request}`;
  const versionOf = async ({ request }: Real): Promise<number> =>
    (await scenario.operator.get(`/internal/questionnaires/individuals/${scenario.debtorId}/request/${request}`)).body
      .version;
  return {
    'debtor asks': {
      legal: isFree,
      apply: (model) => Object.assign(model, fresh(), { request: 'pending', held: true }),
      ask: async (real) => {
        const reply = await scenario.requestOf(real.entry);
        if (reply.status === 201) Object.assign(real, { request: reply.body.id, settlement: 0 });
        return reply;
      },
    },
    'debtor drafts': {
      legal: isIdle,
      apply: (model) => {
        const { shut, withdrawn } = model;
        Object.assign(model, fresh(), { request: 'waiting', shut, withdrawn, held: shut });
      },
      ask: async (real) => {
        const form = { creditorInn: innOf.creditor, contractNumber: real.contractNumber };
        const reply = await post(scenario.debtor, own(), form);
        if (reply.status === 201) Object.assign(real, { request: reply.body.id, settlement: 0 });
        return reply;
      },
    },
    'debtor completes': {
      needs: 'request',
      legal: ({ request, archived }) => (request === 'waiting' || request === 'search') && !archived,
      apply: seek,
      ask: async (real) => {
        const whole = { creditorName: 'ООО МКК «Альфа»', claimedDebt: 4_000_000, debtReason: 'job_loss' };
        return scenario.debtor.patch(`${own()}/${real.request}`, { ...whole, version: await versionOf(real) });
      },
    },
    'creditor withdraws the claim': {
      legal: ({ held, withdrawn }) => !held && !withdrawn,
      apply: (model) => void (model.withdrawn = true),
      ask: async ({ entry }) => {
        const path = `/api/legal-entities/${scenario.company}/registries/${scenario.registry}/entries/${entry}`;
        const { version } = (await scenario.manager.get(path)).body;
        return post(scenario.manager, `${path}/withdraw`, { version, reason: 'Загружена по ошибке' });
      },
    },
    'creditor loads the claim again': {
      legal: ({ withdrawn }) => withdrawn,
      apply: (model) => {
        model.withdrawn = false;
        if (model.request === 'search' && model.whole && !model.archived) seek(model);
      },
      ask: async (real, { withdrawn }) => {
        if (!withdrawn) return false;
        real.entry = await scenario.claim({ contractNumber: real.contractNumber });
        await scenario.write((tx) => matchLoaded({ db: tx, actor: null }, { registryId: scenario.registry }));
        return true;
      },
    },
    'debtor withdraws': {
      needs: 'request',
      legal: ({ request, archived }) => early.includes(request) && !archived,
      apply: close,
      ask: ({ request }) => scenario.debtor.delete(`${own()}/${request}`),
    },
    'operator closes': {
      needs: 'request',
      legal: ({ request, archived }) => early.includes(request) && !archived,
      apply: close,
      ask: async (real) =>
        post(scenario.operator, `${inside(real)}/withdraw`, {
          reason: 'По просьбе сторон',
          version: await versionOf(real),
        }),
    },
    'operator archives': {
      needs: 'request',
      legal: ({ request, archived }) => ARCHIVABLE.some((status) => status === request) && !archived,
      apply: (model) => void (model.archived = true),
      ask: async (real) => post(scenario.operator, `${inside(real)}/archive`, { version: await versionOf(real) }),
    },
    'operator restores': {
      needs: 'request',
      legal: ({ archived }) => archived,
      apply: (model) => void (model.archived = false),
      ask: async (real) => post(scenario.operator, `${inside(real)}/restore`, { version: await versionOf(real) }),
    },
    'debtor hands over': {
      needs: 'request',
      legal: ({ request, archived }) => request === 'search' && !archived,
      apply: (model) => void (model.request = 'pending'),
      ask: async (real) =>
        post(scenario.debtor, `${own()}/${real.request}/negotiate/${scenario.company}`, {
          version: await versionOf(real),
        }),
    },
    'creditor begins': {
      needs: 'request',
      legal: ({ request, held, shut, withdrawn }) => request === 'pending' && !shut && (held || !withdrawn),
      apply: (model) =>
        Object.assign(model, {
          request: 'negotiation',
          settlement: 'negotiation',
          offer: null,
          turn: 'creditor',
          held: true,
        }),
      ask: async (real) => {
        const body = { registryEntryId: real.entry, version: await versionOf(real) };
        const reply = await post(scenario.manager, `${own()}/${real.request}/negotiate/${scenario.company}`, body);
        if (reply.status === 200) real.settlement = reply.body.settlementId;
        return reply;
      },
    },
    'creditor declines': {
      needs: 'request',
      legal: ({ request }) => request === 'pending',
      apply: giveBack,
      ask: async (real) =>
        post(
          scenario.manager,
          `/api/legal-entities/${scenario.company}/individual-questionnaires/${real.request}/decline`,
          {
            reason: 'not_our_debtor',
            version: await versionOf(real),
          },
        ),
    },
    'creditor is silent for a month': {
      needs: 'request',
      legal: ({ request }) => request === 'pending',
      apply: giveBack,
      ask: ({ request }) =>
        byClock(scenario, 'requests', request, () => scenario.write((tx) => requestDeadline(tx, request, later(30)))),
    },
  };
}
