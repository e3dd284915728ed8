import type { ComponentProps, ReactNode } from 'react'
import { BareButton } from './BareButton.tsx'
import { type ButtonLook, buttonClass } from './button-class.ts'
import { classes } from './classes.ts'
import { Icon } from './Icon.tsx'
import { Spinner } from './Spinner.tsx'
import { VisuallyHidden } from './VisuallyHidden.tsx'

/** Props of {@link Button}; the browser's own (`onClick`, `type`, `autoFocus`, …) pass through. */
export interface ButtonProps extends ComponentProps<'button'>, ButtonLook {
  /** A glyph before the words. */
  icon?: ReactNode
  /** Work is under way: a spinner, no further presses, focus stays. What screen readers are told of it. */
  busy?: string | false | undefined
  /** Looks and acts disabled but can be reached, for a button whose reason stands beside it (`aria-describedby`). */
  waiting?: boolean | undefined
  /** Told of a click on a waiting button, to lead to what it waits for. */
  onWaitingClick?: (() => void) | undefined
}

/**
 * A button that does something: the browser's own, since a list has many of them. One inside React Aria's parts that hand
 * something to their buttons (a `slot`, a file trigger) has to be React Aria's, with {@link buttonClass}.
 */
export function Button({
  variant,
  size,
  wide,
  square,
  icon,
  busy,
  waiting = false,
  onWaitingClick,
  className,
  children,
  type = 'button',
  onClick,
  ...rest
}: ButtonProps) {
  const glyph = busy ? <Spinner /> : icon
  const isHeld = Boolean(busy) || waiting
  return (
    <>
      <BareButton
        {...rest}
        // Else Enter in a field would send its form.
        type={isHeld ? 'button' : type}
        aria-disabled={isHeld || undefined}
        data-busy={busy ? '' : undefined}
        className={classes(buttonClass({ variant, size, wide, square }), className)}
        onClick={isHeld ? () => waiting && onWaitingClick?.() : onClick}
      >
        {glyph && <Icon size={size === 'sm' ? 'sm' : 'md'}>{glyph}</Icon>}
        {children}
      </BareButton>
      {busy !== undefined && (
        <VisuallyHidden>
          <span aria-live="polite">{busy}</span>
        </VisuallyHidden>
      )}
    </>
  )
}
