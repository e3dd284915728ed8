import type { ReactNode, Ref } from 'react'
import { Button as AriaButton, type ButtonProps as AriaProps } from 'react-aria-components/Button'
import { type ButtonLook, buttonClass } from './button-class.ts'
import { classes } from './classes.ts'
import { Icon } from './Icon.tsx'
import { Spinner } from './Spinner.tsx'

/** Props of {@link Button}; React Aria's own (`onPress`, `type`, `autoFocus`, …) pass through. */
export interface ButtonProps extends Omit<AriaProps, 'children' | 'className' | 'isPending'>, ButtonLook {
  children?: ReactNode
  /** A glyph before the words. */
  icon?: ReactNode
  /** Work is under way: a spinner, no further presses, focus stays. */
  busy?: boolean | undefined
  /** Looks and acts disabled but can be reached, for a button whose reason stands beside it (`aria-describedby`). */
  waiting?: boolean | undefined
  className?: string | undefined
  ref?: Ref<HTMLButtonElement>
}

/** A button that does something. */
export function Button({
  variant,
  size,
  wide,
  square,
  icon,
  busy = false,
  waiting = false,
  className,
  children,
  ...rest
}: ButtonProps) {
  const glyph = busy ? <Spinner /> : icon
  return (
    <AriaButton
      {...rest}
      isPending={busy || waiting}
      data-waiting={waiting || undefined}
      className={classes(buttonClass({ variant, size, wide, square }), className)}
    >
      {glyph && <Icon size={size === 'sm' ? 'sm' : 'md'}>{glyph}</Icon>}
      {children}
    </AriaButton>
  )
}
