import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { filesUnder } from '../helpers/files/files.ts';

/**
 * What a page opens by a state of its own goes, with the words typed in it, when the page is read anew and the button that opened it is there
 * no more (docs/decisions/0136). So a dialog is opened by `openDialog`; these are not, and why.
 */
const known: Readonly<Record<string, string>> = {
  'src/web/app/frame/dashboard-layout.tsx Dialog': 'the menu of the frame, above every page as it is',
  'src/web/app/frame/dashboard-layout.tsx Palette': 'above every page as it is',
  'src/web/app/frame/dashboard-layout.tsx KeyList': 'above every page as it is',
  'src/web/features/life/answer-pause.tsx PauseText': 'a text that is read',
  'src/web/features/payments/ask-refund-dialog.tsx AskForm': 'the form within a dialog',
  'src/web/features/powers-of-attorney/power-list.tsx FileDialog': 'a file that is looked at',
  'src/web/features/registries/moves.tsx LoadDialog': 'its numbers follow the registry',
  'src/web/features/rnko/form-card.tsx FillForm': 'a form in its place on the page',
  'src/web/features/settlements/head-approvals.tsx AskedText': 'a text that is read',
  'src/web/features/settlements/read-notice.tsx Dialog': 'a text that is read',
  'src/web/kit/avatar/card-avatar.tsx Dialog': 'a photo that is looked at',
  'src/web/kit/files/owned-file.tsx FileDialog': 'a file that is looked at',
  'src/web/kit/form/change-code.tsx Dialog': 'a code for the form as it is now',
  'src/web/kit/form/edit-form.tsx Conflict': 'stands with the form that it is about',
  'src/web/kit/list/screen.tsx Preview': 'a column beside the list',
  'src/web/kit/signing/sign-button.tsx SignDialog': 'a code for what is read now: replaced terms are not signed by it',
  'src/web/pages/legal-entities/representative-tab.tsx RepresentativeForm': 'a form in its place on the page',
  'src/web/pages/requests/move-dialogs.tsx ChooseClaim': 'the form within a dialog',
  'src/web/pages/settings/operating-card.tsx Change': 'a form in its place on the page',
  'src/web/pages/settlements/change/shift-card.tsx NoticeText': 'a text that is read',
  'src/web/pages/settlements/reading/read-agreement.tsx AgreementDialog': 'a text that is read',
  'src/web/pages/settlements/settlement-card.tsx PreviewDocument': 'a document that is looked at',
};

/** What a page draws only sometimes and closes by itself: `{isOpen && <SomeDialog onClose={…} />}`. */
const ownDialogs = (text: string): string[] =>
  [...text.matchAll(/(?:&&|\?|:)\s*\(?\s*(?:<Suspense>\s*)?<([A-Z]\w*)\b[^<]*?\bonClose=/g)].map(([, name]) => name!);

test('dialogs are opened above the page, and those that are not are named with their reason', () => {
  const files = filesUnder(['src/web']).filter((file) => file.endsWith('.tsx') && !file.startsWith('src/web/dev/'));
  const found = files.flatMap((file) => ownDialogs(readFileSync(file, 'utf8')).map((name) => `${file} ${name}`));
  expect(found.toSorted()).toEqual(Object.keys(known).toSorted());
});

test('one that would be is found, whatever shows it', () => {
  expect(ownDialogs('{isOpen && <AskDialog id={id} onClose={() => setOpen(false)} />}')).toEqual(['AskDialog']);
  expect(ownDialogs('isOpen ? (\n  <Question\n    onClose={close}\n  />) : null')).toEqual(['Question']);
  expect(ownDialogs('<Suspense>{isOpen && <Bulk {...props} onClose={close} />}</Suspense>')).toEqual(['Bulk']);
  expect(ownDialogs('openDialog((close) => <AskDialog id={id} onClose={close} />)')).toEqual([]);
});
