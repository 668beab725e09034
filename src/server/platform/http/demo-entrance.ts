import { demoEntranceId } from '#contract/kernel/demo-entrance.ts';
import type { App } from '../app.ts';

/** Tells every page of a demonstration whom its sign-in may offer. It is data, not a script, so the content policy lets it be. */
export const demoEntranceData = ({ demoEntrance }: App): string =>
  demoEntrance
    ? `<script type="application/json" id="${demoEntranceId}">${JSON.stringify(demoEntrance).replaceAll('<', String.raw`\u003c`)}</script>`
    : '';
