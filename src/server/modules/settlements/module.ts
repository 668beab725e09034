import { healthConsentWithdrawn } from '#server/modules/consents/consents.events.ts';
import { noticeReturned } from '#server/modules/documents/documents.events.ts';
import { endLifeOfAgreement } from '#server/modules/life-events/ends.commands.ts';
import { lifeEventCounts, lifeEventStated } from '#server/modules/life-events/life-events.events.ts';
import { companyAccountChanged } from '#server/modules/payment-details/payment-details.events.ts';
import { calendarChanged } from '#server/modules/rates/rates.events.ts';
import { claimWithdrawing } from '#server/modules/registries/registries.events.ts';
import { claimConfirmed } from '#server/modules/requests/requests.events.ts';
import { reactTo } from '#server/platform/events.ts';
import type { ServerModule } from '#server/platform/module.ts';
import { eachDue } from '#server/platform/state/deadlines.ts';
import { endedLoans, endLoan, endWithClaim } from './agreement/ended-obligations.commands.ts';
import { followLifeEvent, followStated } from './agreement/life-events.commands.ts';
import { judgeLying, unjudgedOffers } from './agreement/lying-offers.commands.ts';
import { moveDueDays } from './agreement/moved-days.commands.ts';
import { judgePrice, unjudgedPrices } from './agreement/price-standing.commands.ts';
import {
  enqueueRequisitesNotices,
  issueRequisitesNotices,
  requisitesJob,
} from './agreement/requisites-notices.commands.ts';
import { agreementSubJobs } from './agreement/sub-jobs.ts';
import { endingHandlers } from './ending-handlers.ts';
import { notifyOfReturn } from './endings/notice-delivery.commands.ts';
import { forgivenHandlers } from './forgiven/forgiven-sums.ts';
import { settlementHandlers } from './handlers.ts';
import { headApprovals } from './head-approvals.ts';
import { settlementLetters } from './letters.ts';
import { dueSettlements, settleDeadlines } from './negotiation/deadlines.commands.ts';
import { pauseHandlers } from './pause-handlers.ts';
import { endHealthPauses } from './pauses/health-pauses.commands.ts';
import { moveAfterService } from './pauses/service.commands.ts';
import { paymentDayHandlers } from './payment-day-handlers.ts';
import { paymentShiftHandlers } from './payment-shift-handlers.ts';
import { openSettlement } from './settlements.commands.ts';
import { agreementEnding } from './settlements.events.ts';
import { settlementResources } from './settlements.resource.ts';
import { tables } from './tables.ts';

const bargaining = eachDue('settlements.deadline', dueSettlements, (_app, tx, id, now) => settleDeadlines(tx, id, now));

export const settlementsModule: ServerModule = {
  name: 'settlements',
  tables,
  operations: [
    ...settlementHandlers,
    ...endingHandlers,
    ...pauseHandlers,
    ...forgivenHandlers,
    ...paymentDayHandlers,
    ...paymentShiftHandlers,
  ],
  resources: settlementResources,
  letters: settlementLetters,
  approvals: headApprovals,
  tasks: { [requisitesJob]: issueRequisitesNotices },
  systemOperations: {
    'settlements.day': 'Новый день соглашения',
    'settlements.deadline': 'Срок торгов',
    'settlements.ended': 'Обязательства прекращены законом',
    'settlements.lying': 'Предложение, которое уже не подписать',
    'settlements.reading': 'Текст открыт до подписи',
    'settlements.price': 'Цена прежнего соглашения и закон',
    'settlements.requisites': 'Уведомление о новых реквизитах',
  },
  reactions: [
    reactTo(agreementEnding, endLifeOfAgreement),
    reactTo(claimConfirmed, openSettlement),
    reactTo(claimWithdrawing, endWithClaim),
    reactTo(healthConsentWithdrawn, endHealthPauses),
    reactTo(companyAccountChanged, enqueueRequisitesNotices),
    reactTo(noticeReturned, notifyOfReturn),
    reactTo(lifeEventCounts, followLifeEvent),
    reactTo(lifeEventCounts, moveAfterService),
    reactTo(lifeEventStated, followStated),
    reactTo(calendarChanged, moveDueDays),
  ],
  deadlines: [
    bargaining,
    eachDue('settlements.lying', unjudgedOffers, judgeLying),
    eachDue('settlements.price', unjudgedPrices, judgePrice),
    eachDue('settlements.ended', endedLoans, endLoan),
  ],
  subJobs: { ...agreementSubJobs, 'expire-negotiations': [{ about: 'settlements', each: bargaining }] },
};
