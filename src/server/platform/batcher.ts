/**
 * Questions that come while others are being answered wait for them and are asked together then, each once: under load
 * that spares most of the ways to the database. No answer is older than its question, for nobody joins what has begun.
 */
export class Batcher<Answer> {
  readonly #ask: (keys: readonly string[]) => Promise<ReadonlyMap<string, Answer>>;
  /** The question under way, if any; it settles in any case. */
  #underWay: Promise<unknown> = Promise.resolve();
  #next: { keys: Set<string>; answers: Promise<ReadonlyMap<string, Answer>> } | undefined;

  /** @param ask answers some questions at once; what it does not mention has no answer */
  constructor(ask: (keys: readonly string[]) => Promise<ReadonlyMap<string, Answer>>) {
    this.#ask = ask;
  }

  /** @throws whatever the asking throws, to everybody who was asked for together */
  async answerTo(key: string): Promise<Answer | undefined> {
    this.#next ??= this.#gather();
    this.#next.keys.add(key);
    return (await this.#next.answers).get(key);
  }

  #gather() {
    const keys = new Set<string>();
    const answers = this.#underWay.then(() => {
      this.#next = undefined;
      return this.#ask([...keys]);
    });
    this.#underWay = answers.catch(() => undefined);
    return { keys, answers };
  }
}
