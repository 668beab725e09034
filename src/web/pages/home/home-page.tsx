import { useSearch } from '@tanstack/react-router';
import { Check } from 'lucide-react';
import { type ComponentType, lazy, Suspense } from 'react';
import { Tag } from '#web/ui/display/tag.tsx';
import { ButtonLink } from '#web/ui/link.tsx';
import styles from './home-page.module.css';
import { texts } from './texts.ts';

const InnCheck = lazy(() => import('./inn-check.tsx'));
const SupportForm = lazy(() => import('./support-form.tsx'));

/** The front page: what the platform does for a debtor and for a creditor, and the way in. */
export default function HomePage() {
  return (
    <div className={styles.page}>
      <section className={styles.hero}>
        <div className={styles.words}>
          <h1>{texts.heading}</h1>
          <p className={styles.lead}>{texts.lead}</p>
          <Actions />
        </div>
        <ExampleSettlement />
      </section>
      <div className={styles.sides}>
        {texts.sides.map(({ title, points }) => (
          <section key={title} className={styles.side}>
            <h2>{title}</h2>
            <ul className={styles.points}>
              {points.map((point) => (
                <li key={point}>
                  <Check size={20} aria-hidden="true" />
                  {point}
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
      <section className={styles.how}>
        <h2>{texts.how}</h2>
        <ol className={styles.steps}>
          {texts.steps.map(({ title, text }) => (
            <li key={title}>
              <h3>{title}</h3>
              <p>{text}</p>
            </li>
          ))}
        </ol>
      </section>
      <Question name="inn" words={texts.inn} form={InnCheck} />
      <section className={styles.last}>
        <h2>{texts.last}</h2>
        <p>{texts.lastText}</p>
        <Actions />
      </section>
      <Question name="support" words={texts.support} form={SupportForm} />
    </div>
  );
}

/**
 * The form comes when somebody wants it: most visitors read and go on. The way to it is a link, which works before the
 * program behind the page has come.
 */
function Question({ name, words, form: Form }: { name: string; words: Words; form: ComponentType }) {
  const { ask }: { ask?: string } = useSearch({ strict: false });
  return (
    <section className={styles.inn}>
      <h2>{words.title}</h2>
      <p>{words.lead}</p>
      {ask === name ? (
        <Suspense>
          <Form />
        </Suspense>
      ) : (
        <ButtonLink to="/" search={{ ask: name }} resetScroll={false}>
          {words.open}
        </ButtonLink>
      )}
    </section>
  );
}

type Words = Record<'title' | 'lead' | 'open', string>;

function Actions() {
  return (
    <div className={styles.actions}>
      <ButtonLink to="/signup" variant="primary">
        {texts.signUp}
      </ButtonLink>
      <ButtonLink to="/signin">{texts.signIn}</ButtonLink>
    </div>
  );
}

/** What an agreement looks like, in one picture. */
function ExampleSettlement() {
  const { example } = texts;
  return (
    <figure className={styles.example} aria-label={example.label}>
      <div className="row spread">
        <span className="dim small">{example.offered}</span>
        <Tag tone="success">{example.agreed}</Tag>
      </div>
      <div className={styles.sum}>{example.sum}</div>
      <div className="dim">{example.instead}</div>
      <div className={styles.bars} role="img" aria-label={example.picture}>
        <i />
        <i />
        <i />
        <i />
        <i />
        <i />
      </div>
      <div className="row spread">
        <span>{example.parts}</span>
        <span className="dim small">{example.note}</span>
      </div>
    </figure>
  );
}
