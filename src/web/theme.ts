import {
  createTheme,
  defaultVariantColorsResolver,
  rem,
  type CSSVariablesResolver,
  type VariantColorsResolver,
} from '@mantine/core'
import { parseDay } from '../shared/dates'

/**
 * Mantine weighs the contrast of the light shade only; the ink on the accent comes from the tokens, which know both
 * themes.
 */
const variantColors: VariantColorsResolver = (input) => {
  const colors = defaultVariantColorsResolver(input)
  const primary = input.color === undefined || input.color === 'water'
  if (input.variant !== 'filled' || !primary) return colors
  return { ...colors, background: 'var(--accent)', hover: 'var(--accent-hover)', color: 'var(--on-accent)' }
}

const veil = { color: 'var(--veil)', backgroundOpacity: 1 }

/** Mantine speaks the scale of styles/tokens.css; the colours themselves live there, see cssVariables below. */
export const theme = createTheme({
  primaryColor: 'water',
  primaryShade: { light: 6, dark: 4 },
  autoContrast: true,
  luminanceThreshold: 0.25,
  variantColorResolver: variantColors,
  colors: {
    water: [
      '#EAF5FC',
      '#D3EAF8',
      '#A7D5F1',
      '#74BCE8',
      '#419FDB',
      '#1C86C9',
      '#0B6DAE',
      '#08598F',
      '#084770',
      '#063351',
    ],
    dark: [
      '#E8F0F6',
      '#B4C4D2',
      '#8DA1B3',
      '#68809A',
      '#34495B',
      '#213342',
      '#142330',
      '#101C27',
      '#0A131B',
      '#060C12',
    ],
  },
  black: '#0D1C2B',
  defaultRadius: 'sm',
  cursorType: 'pointer',
  respectReducedMotion: true,
  focusRing: 'auto',
  fontFamily: 'var(--font)',
  fontFamilyMonospace: 'var(--mono)',
  fontSizes: { xs: rem(12), sm: rem(13), md: rem(14), lg: rem(16), xl: rem(20) },
  lineHeights: { xs: '1.3333', sm: '1.5385', md: '1.4286', lg: '1.5', xl: '1.4' },
  headings: {
    fontWeight: '600',
    sizes: {
      h1: { fontSize: rem(20), lineHeight: '1.4' },
      h2: { fontSize: rem(16), lineHeight: '1.5' },
      h3: { fontSize: rem(14), lineHeight: '1.4286' },
    },
  },
  spacing: { xs: rem(4), sm: rem(8), md: rem(12), lg: rem(16), xl: rem(24) },
  radius: { xs: rem(4), sm: rem(6), md: rem(10), lg: rem(14), xl: rem(28) },
  shadows: { xs: 'var(--sh-1)', sm: 'var(--sh-2)', md: 'var(--sh-3)', lg: 'var(--sh-3)', xl: 'var(--sh-3)' },
  breakpoints: { xs: '30em', sm: '48em', md: '64em', lg: '80em', xl: '90em' },
  components: {
    Button: { defaultProps: { size: 'sm', fw: 500 } },
    ActionIcon: { defaultProps: { variant: 'subtle', color: 'gray', size: 34 } },
    // the mark of a required field is drawn by styles/controls.css, one for all
    InputWrapper: { defaultProps: { withAsterisk: false } },
    TextInput: { defaultProps: { size: 'sm' } },
    PasswordInput: { defaultProps: { size: 'sm' } },
    Select: { defaultProps: { size: 'sm', checkIconPosition: 'right' } },
    MultiSelect: { defaultProps: { size: 'sm', checkIconPosition: 'right' } },
    Textarea: { defaultProps: { size: 'sm' } },
    DateInput: { defaultProps: { size: 'sm', valueFormat: 'DD.MM.YYYY', dateParser: parseDay } },
    Modal: { defaultProps: { radius: 'lg', size: 500, padding: 20, overlayProps: veil } },
    ModalRoot: { defaultProps: { radius: 'lg', size: 500, padding: 20 } },
    ModalOverlay: { defaultProps: veil },
    // as a plain <header> it would be one more banner of the page
    ModalHeader: { defaultProps: { role: 'presentation' } },
    DrawerHeader: { defaultProps: { role: 'presentation' } },
    DrawerOverlay: { defaultProps: veil },
    Paper: { defaultProps: { radius: 'md' } },
    Menu: { defaultProps: { radius: 'md', shadow: 'md', width: 272 } },
    Tooltip: { defaultProps: { openDelay: 300, multiline: true, maw: 320 } },
    Table: { defaultProps: { verticalSpacing: 0, horizontalSpacing: rem(10), stickyHeader: true } },
  },
})

const shared = {
  '--mantine-color-body': 'var(--surface)',
  '--mantine-color-text': 'var(--text)',
  '--mantine-color-dimmed': 'var(--text-2)',
  '--mantine-color-placeholder': 'var(--text-3)',
  '--mantine-color-default': 'var(--surface)',
  '--mantine-color-default-color': 'var(--text)',
  '--mantine-color-default-hover': 'var(--surface-2)',
  '--mantine-color-default-border': 'var(--line-2)',
  '--mantine-color-error': 'var(--danger)',
  '--mantine-color-anchor': 'var(--accent-text)',
  '--mantine-color-disabled': 'var(--surface-2)',
  '--mantine-color-disabled-color': 'var(--text-3)',
  '--mantine-color-disabled-border': 'var(--line)',
  '--mantine-color-gray-text': 'var(--text-2)',
  '--mantine-color-gray-light-color': 'var(--text-2)',
  '--mantine-color-gray-light-hover': 'var(--surface-3)',
  '--mantine-color-red-light-color': 'var(--danger)',
  '--mantine-color-water-text': 'var(--accent-text)',
  '--mantine-color-water-light': 'var(--accent-bg)',
  '--mantine-color-water-light-color': 'var(--accent-text)',
  '--mantine-primary-color-filled': 'var(--accent)',
  '--mantine-primary-color-filled-hover': 'var(--accent-hover)',
  '--mantine-primary-color-contrast': 'var(--on-accent)',
}

/** Every colour of Mantine becomes a token, so that one file decides in both themes. */
export const cssVariables: CSSVariablesResolver = () => ({ variables: {}, light: shared, dark: shared })
