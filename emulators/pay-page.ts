import { formatMoney, kopecks } from '../src/domain/values/money.ts';
import { escape } from './partner.ts';
import type { EmulatedPayment } from './payments.ts';

const ended: Partial<Record<EmulatedPayment['status'], string>> = {
  succeeded: 'Оплачено',
  failed: 'Платёж не прошёл',
  cancelled: 'Платёж отменён',
};

/** The page of the emulated partner on which somebody pays. */
export function payPage({ amount, purpose, channel, status, returnUrl }: EmulatedPayment): string {
  const way = channel === 'sbp' ? 'Система быстрых платежей' : 'Банковская карта';
  const form = `<form method="post"><button name="answer" value="pay" class="main">Оплатить</button>
<button name="answer" value="refuse">Отказаться</button></form>`;
  const end = `<p><b>${ended[status] ?? ''}</b></p><p><a href="${escape(returnUrl)}">Вернуться</a></p>`;
  return framed(`<p class="note">РНКО «Пример» · ${way}</p><h1>${formatMoney(kopecks(amount))}</h1><p>${escape(purpose)}</p>
${ended[status] === undefined ? form : end}`);
}

/** A page of the emulated partner around what stands on it. */
export function framed(content: string): string {
  return `<!doctype html>
<html lang="ru"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Оплата</title><style>
body{margin:0;padding:24px;background:#eef1f5;color:#1c1f26;font:16px/1.5 system-ui,sans-serif}
main{max-width:360px;margin:0 auto;padding:24px;background:#fff;border-radius:16px}
h1{margin:0 0 8px;font-size:28px}button{display:block;width:100%;margin-top:12px;padding:14px;font:inherit;border:1px solid #c5ccd8;border-radius:10px;background:#fff}
.main{background:#1b6b4a;border-color:#1b6b4a;color:#fff}.note{color:#676d7a;font-size:13px}
</style></head><body><main>
${content}
<p class="note">Это эмулятор платёжного партнёра: деньги ненастоящие.</p></main></body></html>`;
}
