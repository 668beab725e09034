import './app/no-eval.ts';
import './ui/styles/tokens.css';
import './ui/styles/fonts.css';
import './ui/styles/base.css';

/**
 * Brings the application up. What it is made of is evaluated in steps, each in a task of its own, between which the page
 * answers to the hand; all of it is on its way already.
 */
async function bringUp(): Promise<void> {
  await import('react-dom/client');
  await nextTask();
  const { start } = await import('./start.tsx');
  await nextTask();
  await start();
}

const nextTask = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

bringUp().catch((error: unknown) => {
  console.error(error);
  throw error;
});
