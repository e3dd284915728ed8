import type { ComponentProps, ReactNode } from 'react'
import { BareButton } from './BareButton.tsx'
import { type ButtonClassOptions, getButtonClass } from './button-class.ts'
import { Spinner } from './feedback/Spinner.tsx'
import { Icon } from './Icon.tsx'
import { joinClassNames } from './join-class-names.ts'
import { VisuallyHidden } from './layout/VisuallyHidden.tsx'

/** Props of {@link Button}. Native button attributes (`onClick`, `type`, `autoFocus`, …) are passed on. */
export interface ButtonProps extends ComponentProps<'button'>, ButtonClassOptions {
  /** Icon before the text. */
  icon?: ReactNode
  /** Text for screen readers while work is in progress. Shows a spinner and ignores clicks; the button keeps the focus. */
  busy?: string | false | undefined
  /** Looks and acts disabled but can be focused. For buttons whose reason is shown next to them (`aria-describedby`). */
  waiting?: boolean | undefined
  /** Called on a click of a waiting button, for example to focus what it waits for. */
  onWaitingClick?: (() => void) | undefined
}

/**
 * Button for an action, based on the native element because lists have many of them. React Aria parts that pass props to their
 * buttons (a `slot`, a file trigger) need React Aria's button with {@link getButtonClass}.
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
  const isInactive = Boolean(busy) || waiting
  return (
    <>
      <BareButton
        {...rest}
        // Otherwise Enter in a field would submit the form.
        type={isInactive ? 'button' : type}
        aria-disabled={isInactive || undefined}
        data-busy={busy ? '' : undefined}
        className={joinClassNames(getButtonClass({ variant, size, wide, square }), className)}
        onClick={isInactive ? () => waiting && onWaitingClick?.() : onClick}
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
