import { escape } from './partner.ts';
import type { EmulatedQuestion, Policy } from './rnko.ts';

const frame = (title: string, body: string): string => `<!doctype html>
<html lang="ru"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title><style>
body{margin:0;padding:24px;background:#eef1f5;color:#1c1f26;font:16px/1.5 system-ui,sans-serif}
main{max-width:640px;margin:0 auto}section,.card{padding:16px 20px;margin:0 0 12px;background:#fff;border-radius:16px}
h1{font-size:24px;margin:0 0 12px}h2{font-size:17px;margin:0 0 4px}p{margin:0 0 8px}
button{margin:4px 4px 0 0;padding:10px 14px;font:inherit;border:1px solid #c5ccd8;border-radius:10px;background:#fff}
.main{background:#1b6b4a;border-color:#1b6b4a;color:#fff}.note{color:#676d7a;font-size:13px;overflow-wrap:anywhere}
</style></head><body><main>${body}
<p class="note">Это эмулятор РНКО: она никого не проверяет.</p></main></body></html>`;

const states: Record<EmulatedQuestion['status'], string> = {
  processing: 'Ждёт ответа',
  success: 'Подтверждено',
  failed: 'Не подтверждено',
  accepted: 'Принята',
  declined: 'Отклонена',
};
const policies: Record<Policy, string> = {
  confirm: 'подтверждать',
  decline: 'отказывать',
  wait: 'ждать ответа здесь',
};

/** The page on which the partner's operator answers what the platform has asked. */
export function operatorPage(questions: readonly EmulatedQuestion[], policy: Policy): string {
  const choices = Object.entries(policies)
    .map(
      ([name, label]) =>
        `<button name="policy" value="${name}" ${name === policy ? 'class="main"' : ''}>${label}</button>`,
    )
    .join('');
  return frame(
    'Оператор РНКО',
    `<h1>Вопросы платформы</h1>
<form method="post" class="card"><p>Отвечать самой:</p>${choices}</form>
${questions.length === 0 ? '<section>Пока никто не спрашивал.</section>' : questions.toReversed().map(question).join('')}`,
  );
}

function question(one: EmulatedQuestion): string {
  const { key, kind, status, wanted, level, reason, body } = one;
  const about = kind === 'form' ? body['company'] : body['data'];
  const details = Object.entries((about ?? {}) as Record<string, string | null>)
    .map(([name, value]) => `${escape(name)}: ${escape(String(value))}`)
    .join('<br>');
  const title = kind === 'form' ? 'Анкета компании' : `Идентификация, просят ${wanted}`;
  const yes =
    kind === 'form'
      ? '<button name="answer" value="accept" class="main">Принять</button>'
      : `<button name="answer" value="simplified">Подтвердить упрощённо</button>
<button name="answer" value="full" class="main">Подтвердить полностью</button>`;
  const form = `<form method="post"><input type="hidden" name="key" value="${escape(key)}">${yes}
<button name="answer" value="decline">Отказать</button></form>`;
  const end = [states[status], level, reason].filter(Boolean).map((text) => escape(String(text)));
  return `<section><h2>${title}</h2><p>${end.join(' · ')}</p><p class="note">${details}</p>
${status === 'processing' ? form : ''}</section>`;
}

/** The page on which a person confirms who he is. */
export function identifyPage({ status, returnUrl }: EmulatedQuestion): string {
  const form = `<p>РНКО «Пример» просит подтвердить, что вы — это вы.</p>
<form method="post"><button name="answer" value="confirm" class="main">Подтвердить личность</button>
<button name="answer" value="decline">Отказаться</button></form>`;
  const end = `<p><b>${states[status]}</b></p><p><a href="${escape(returnUrl)}">Вернуться</a></p>`;
  return frame('Подтверждение личности', `<section>${status === 'processing' ? form : end}</section>`);
}
