/** What became of a message: `gone` when the person has stopped the bot. */
type MessengerOutcome = { status: 'sent'; providerId: string } | { status: 'gone' };

/** What somebody has written to the bot. */
export interface MessengerUpdate {
  id: number;
  chat: string;
  text: string;
}

/** A bot of a messenger. Every call may throw `PartnerSilent` or `PartnerRefused`. */
export interface MessengerBot {
  /** The address that opens the bot and tells it a token. */
  linkOf(token: string): string;
  /** Sends a sentence with one button that leads to a page. */
  send(chat: string, text: string, button: { label: string; url: string }): Promise<MessengerOutcome>;
  /** What was written to the bot and is not forgotten yet. @param after forgets everything up to this number */
  updates(after?: number): Promise<MessengerUpdate[]>;
}
