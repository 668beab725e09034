import '@mantine/core/styles/default-css-variables.css';
import { MantineProvider } from '@mantine/core';
import { setNonce } from 'get-nonce';
import type { ReactNode } from 'react';
import { roleVariables, theme } from './theme.ts';
import { useTheme } from './theme-choice.ts';

/** The nonce that the server wrote into this page; styles made at run time carry it past the content policy. */
const nonce = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? '';
setNonce(nonce);

/** The component library dressed in our tokens. It comes with the dashboard, so that the first page stays light. */
export function Library({ children }: { children: ReactNode }) {
  const scheme = useTheme();
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={roleVariables}
      forceColorScheme={scheme}
      getStyleNonce={() => nonce}
      withGlobalClasses={false}
    >
      {children}
    </MantineProvider>
  );
}
