import type { App } from './app.ts';
import type { TransitionContext } from './state/transition.ts';

/**
 * Something that happens in one module and that others act upon within the same transaction. The module where it happens
 * declares it in its `*.events.ts` and publishes it; whoever acts upon it says so in its own declaration, by `reactTo`. So all
 * that follows from an event is found by looking for its name.
 */
interface DomainEvent<Context, Payload> {
  readonly name: string;
  /** Only for the compiler: what a reaction is given. */
  readonly accepts?: (context: Context, payload: Payload) => void;
}

/** What a module does when an event of another one happens. */
export interface Reaction<Context = never, Payload = never> {
  event: DomainEvent<Context, Payload>;
  run: (context: Context, payload: Payload) => Promise<void>;
}

/** Who publishes an event, and in which transaction. */
export type Publisher = TransitionContext & { app: Pick<App, 'appDefinition'> };

/** Declares an event. @param name `module.what has happened`, for whoever reads a list of them */
export const defineEvent = <Payload, Context extends Publisher = Publisher>(
  name: string,
): DomainEvent<Context, Payload> => ({ name });

/** Declares what a module does when the event happens. */
export const reactTo = <Context, Payload>(
  event: DomainEvent<Context, Payload>,
  run: (context: Context, payload: Payload) => Promise<void>,
): Reaction<Context, Payload> => ({ event, run });

/**
 * Lets every module act upon an event, one after another in the order of the modules. What one of them throws is thrown to
 * the publisher, and nothing of its transaction stays.
 */
export async function publish<Context extends Publisher, Payload>(
  context: Context,
  event: DomainEvent<Context, Payload>,
  payload: Payload,
): Promise<void> {
  for (const reaction of context.app.appDefinition.reactions) {
    if (isTo(event, reaction)) await reaction.run(context, payload);
  }
}

const isTo = <Context, Payload>(
  event: DomainEvent<Context, Payload>,
  reaction: Reaction,
): reaction is Reaction<Context, Payload> => reaction.event === event;
