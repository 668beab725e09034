import { type ReactNode, useId } from 'react';
import styles from './slider.module.css';

/** A value chosen by sliding, with the words for it that those who do not see the slider hear. */
export function Slider({
  label,
  value,
  min,
  max,
  step = 1,
  words,
  ends,
  describedBy,
  onChange,
}: {
  label: string;
  value: number;
  min: number;
  max: number;
  step?: number;
  /** The value in words. */
  words: string;
  /** What is under its two ends. */
  ends?: readonly [ReactNode, ReactNode];
  /** The id of what says that the value is wrong. */
  describedBy?: string | undefined;
  onChange: (value: number) => void;
}) {
  const id = useId();
  const share = max > min ? (Math.min(max, Math.max(min, value)) - min) / (max - min) : 1;
  return (
    <div className={styles.slider}>
      <label htmlFor={id} className="unseen">
        {label}
      </label>
      <input
        id={id}
        type="range"
        min={min}
        max={max}
        step={step}
        value={value}
        aria-valuetext={words}
        aria-describedby={describedBy}
        style={{ '--share': `${share * 100}%` } as React.CSSProperties}
        onChange={({ target }) => onChange(Number(target.value))}
      />
      {ends && (
        <div aria-hidden="true" className={styles.ends}>
          <span>{ends[0]}</span>
          <span>{ends[1]}</span>
        </div>
      )}
    </div>
  );
}
