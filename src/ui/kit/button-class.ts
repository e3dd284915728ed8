import styles from './Button.module.css'
import { classes } from './classes.ts'

/** The look of a button: `ink` acts (one on a screen), `line` and `ghost` are the rest, `danger` only inside a confirm dialog. */
export type ButtonVariant = 'ink' | 'line' | 'ghost' | 'danger'

/** The height: 26, 32 (both more on touch), 40 pixels; `xl` is the 44 of the sign-in form. */
export type ButtonSize = 'sm' | 'md' | 'lg' | 'xl'

/** What a button looks like. */
export interface ButtonLook {
  variant?: ButtonVariant | undefined
  size?: ButtonSize | undefined
  /** Fills the line. */
  wide?: boolean | undefined
  /** A square for one glyph. */
  square?: boolean | undefined
}

/** The class of a button, for links that look like one: `<Link className={buttonClass({ variant: 'ink' })}>`. */
export function buttonClass({ variant = 'line', size = 'md', wide = false, square = false }: ButtonLook = {}): string {
  return classes(styles.button, styles[variant], styles[size], wide && styles.wide, square && styles.square)
}
