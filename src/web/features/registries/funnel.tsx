import { notifiedCount } from '#domain/registries/registry-entry.ts';
import styles from './funnel.module.css';
import type { Registry } from './kind.ts';
import { registryTexts } from './texts.ts';

const t = registryTexts.funnel;
type Counts = Registry['funnel'];

const width = 320;
const height = 26;
const gap = 6;

/** How many entries have come how far: each step is a part of the one above it. The numbers are beside the picture. */
export function Funnel({ funnel, isSimple }: { funnel: Counts; isSimple: boolean }) {
  const steps = stepsOf(funnel, isSimple);
  const most = Math.max(1, funnel.entries);
  return (
    <figure aria-label={t.label} className={styles.funnel}>
      <svg
        viewBox={`0 0 ${width} ${steps.length * (height + gap) - gap}`}
        preserveAspectRatio="none"
        aria-hidden="true"
        className={styles.picture}
        style={{ height: steps.length * (height + gap) - gap }}
      >
        {steps.map(([title, number], index) => (
          <Step
            key={title}
            from={number / most}
            to={(steps[index + 1]?.[1] ?? number) / most}
            top={index * (height + gap)}
            depth={index}
          />
        ))}
      </svg>
      <ol className={styles.steps}>
        {steps.map(([title, number]) => (
          <li key={title} className={styles.step}>
            <span>{title}</span>
            <span className={styles.number}>
              <strong>{number.toLocaleString('ru-RU')}</strong>{' '}
              <span className="dim small">{t.share(Math.round((number / most) * 100))}</span>
            </span>
          </li>
        ))}
      </ol>
      <p className={styles.rest}>
        {restOf(funnel).map(([title, number]) => (
          <span key={title}>
            {title}: <strong>{number.toLocaleString('ru-RU')}</strong>
          </span>
        ))}
      </p>
    </figure>
  );
}

/** A step narrows down to the next one, so that what was lost between them can be seen. */
function Step({ from, to, top, depth }: { from: number; to: number; top: number; depth: number }) {
  const half = (share: number) => Math.max(share, 0.006) * (width / 2);
  const middle = width / 2;
  const waist = half(from) - (half(from) - half(to)) * 0.35;
  const points = [
    [middle - half(from), top],
    [middle + half(from), top],
    [middle + waist, top + height],
    [middle - waist, top + height],
  ];
  return (
    <polygon
      points={points.map((point) => point.join()).join(' ')}
      className={styles.part}
      opacity={1 - depth * 0.14}
    />
  );
}

function stepsOf(funnel: Counts, isSimple: boolean): [title: string, number: number][] {
  const common: [string, number][] = [
    [t.entries, funnel.entries],
    [t.matched, funnel.matched],
    [t.notified, notifiedCount(funnel)],
  ];
  if (!isSimple) return common;
  return [...common, [t.accepted, funnel.accepted_by_individual + funnel.full_registry_created]];
}

function restOf({ rejected_by_individual: rejected, withdrawn, full_registry_created: upgraded }: Counts) {
  const rest: [string, number][] = [
    [t.upgraded, upgraded],
    [t.rejected, rejected],
    [t.withdrawn, withdrawn],
  ];
  return rest.filter(([, number]) => number > 0);
}
