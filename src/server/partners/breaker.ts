/** A partner that fails so many times in a row is left alone for a while. */
const mostFailures = 5;
const restMs = 30_000;

/** Keeps from calling a partner who does not answer: then callers fail at once instead of waiting for him. */
export class Breaker {
  #failures = 0;
  #openUntil = 0;

  /** Whether calls fail at once just now. After the rest one call is let through to look. */
  isOpen(now: number = Date.now()): boolean {
    return now < this.#openUntil;
  }

  /**
   * Makes a call and counts how it ended.
   * @param onOpen what is thrown instead of calling
   * @param isFailure whether an error says that the partner is ill, and not that he refuses
   */
  async call<T>(work: () => Promise<T>, onOpen: () => Error, isFailure: (error: unknown) => boolean): Promise<T> {
    if (this.isOpen()) throw onOpen();
    try {
      const answer = await work();
      this.#failures = 0;
      return answer;
    } catch (error) {
      if (isFailure(error)) this.#count();
      else this.#failures = 0;
      throw error;
    }
  }

  #count(): void {
    this.#failures++;
    if (this.#failures < mostFailures) return;
    // One more failure after the rest is enough to rest again.
    this.#failures = mostFailures - 1;
    this.#openUntil = Date.now() + restMs;
  }
}
