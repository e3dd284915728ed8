import styles from './Button.module.css'
import { joinClassNames } from './join-class-names.ts'

/**
 * Variant of a button: `ink` is the primary action (one per screen), `line` and `ghost` are secondary, `danger` is for confirm
 * dialogs only.
 */
export type ButtonVariant = 'ink' | 'line' | 'ghost' | 'danger'

/** Height of a button: 26, 32 (both more on touch) or 40 pixels; `xl` is the 44 pixels of the sign-in form. */
export type ButtonSize = 'sm' | 'md' | 'lg' | 'xl'

export interface ButtonClassOptions {
  variant?: ButtonVariant | undefined
  size?: ButtonSize | undefined
  /** Fills the width of the container. */
  wide?: boolean | undefined
  square?: boolean | undefined
}

/** Returns the class names of a button, for links that look like one: `<Link className={getButtonClass({ variant: 'ink' })}>`. */
export function getButtonClass({
  variant = 'line',
  size = 'md',
  wide = false,
  square = false,
}: ButtonClassOptions = {}): string {
  return joinClassNames(styles.button, styles[variant], styles[size], wide && styles.wide, square && styles.square)
}
