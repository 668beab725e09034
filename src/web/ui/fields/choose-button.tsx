import { type ComponentProps, useRef } from 'react';
import { Button } from '../button.tsx';

/** A button that asks the system for a file. */
export function ChooseButton({
  label,
  accept,
  onFile,
  children,
  ...rest
}: { label: string; accept: string; onFile: (file: File) => void } & ComponentProps<typeof Button>) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button {...rest} onClick={() => input.current!.click()}>
        {children}
      </Button>
      <input
        ref={input}
        type="file"
        accept={accept}
        aria-label={label}
        tabIndex={-1}
        className="unseen"
        onChange={({ target }) => {
          const chosen = target.files?.[0];
          // The same file chosen again after it was mended is another file.
          target.value = '';
          if (chosen) onFile(chosen);
        }}
      />
    </>
  );
}
