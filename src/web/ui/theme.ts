import {
  type CSSVariablesResolver,
  createTheme,
  defaultVariantColorsResolver,
  type MantineColorsTuple,
} from '@mantine/core';

/** The library asks for ten shades of each colour; ours are roles, which change with the theme by themselves. */
const shades = (...names: string[]) => names.map((name) => `var(--${name})`) as unknown as MantineColorsTuple;

const colors = {
  brand: shades(...Array.from({ length: 10 }, () => 'brand')),
  gray: shades('page', 'sunken', 'muted-soft', 'line', 'line-control', 'ink-3', 'ink-3', 'ink-2', 'ink-2', 'ink'),
  dark: shades('ink', 'ink-2', 'ink-3', 'ink-3', 'line-control', 'line', 'surface', 'surface', 'sunken', 'page'),
};

/** Our tokens in the words of the component library. */
export const theme = createTheme({
  fontFamily: 'var(--font)',
  headings: { fontFamily: 'var(--font)', fontWeight: '600' },
  colors,
  primaryColor: 'brand',
  primaryShade: 6,
  radius: { xs: '4px', sm: 'var(--radius-s)', md: 'var(--radius-m)', lg: 'var(--radius-l)', xl: '20px' },
  defaultRadius: 'sm',
  fontSizes: {
    xs: 'var(--text-xs)',
    sm: 'var(--text-md)',
    md: 'var(--text-lg)',
    lg: 'var(--text-xl)',
    xl: 'var(--text-2xl)',
  },
  breakpoints: { xs: '0', sm: '40em', md: '64em', lg: '80em', xl: '96em' },
  // In the dark theme the green is bright, so what stands on it is dark: white is not always right.
  variantColorResolver: (input) => {
    const usual = defaultVariantColorsResolver(input);
    return input.variant === 'filled' ? { ...usual, color: 'var(--on-brand)' } : usual;
  },
  respectReducedMotion: true,
  cursorType: 'pointer',
});

const roles = {
  '--mantine-color-body': 'var(--surface)',
  '--mantine-color-text': 'var(--ink)',
  '--mantine-color-dimmed': 'var(--ink-3)',
  '--mantine-color-placeholder': 'var(--ink-3)',
  '--mantine-color-error': 'var(--danger)',
  '--mantine-color-anchor': 'var(--brand-strong)',
  '--mantine-color-default': 'var(--surface)',
  '--mantine-color-default-hover': 'var(--sunken)',
  '--mantine-color-default-color': 'var(--ink)',
  '--mantine-color-default-border': 'var(--line-control)',
  '--mantine-color-brand-filled': 'var(--brand)',
  '--mantine-color-brand-filled-hover': 'var(--brand-strong)',
  '--mantine-color-brand-light': 'var(--brand-soft)',
  '--mantine-color-brand-light-hover': 'var(--brand-soft)',
  '--mantine-color-brand-light-color': 'var(--brand-strong)',
  '--mantine-color-brand-outline': 'var(--brand)',
  '--mantine-color-brand-outline-hover': 'var(--brand-soft)',
  '--mantine-primary-color-contrast': 'var(--on-brand)',
};

/** The same roles for both themes: the tokens themselves change with the theme. */
export const roleVariables: CSSVariablesResolver = () => ({ variables: {}, light: roles, dark: roles });
