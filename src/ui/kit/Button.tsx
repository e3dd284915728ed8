import type { ComponentProps, ReactNode } from 'react'
import { BareButton } from './BareButton.tsx'
import { type ButtonClassOptions, getButtonClass } from './button-class.ts'
import { Spinner } from './feedback/Spinner.tsx'
import { Icon } from './Icon.tsx'
import { joinClassNames } from './join-class-names.ts'
import { VisuallyHidden } from './layout/VisuallyHidden.tsx'

/** Props of {@link Button}. Native button attributes (`onClick`, `type`, `autoFocus`, …) are passed on. */
export interface ButtonProps extends ComponentProps<'button'>, ButtonClassOptions {
  icon?: ReactNode
  /**
   * Text for screen readers while an action is in progress. The button then shows a spinner, ignores clicks and stays focusable.
   */
  busy?: string | false | undefined
  /** Looks and acts disabled but is focusable. For a button whose reason is shown nearby (`aria-describedby`). */
  waiting?: boolean | undefined
  /** Called on a click of a waiting button, for example to focus an incomplete field. */
  onWaitingClick?: (() => void) | undefined
}

/**
 * Button for an action. Native, because lists have many buttons. React Aria components that pass props to a button by context
 * (`slot`, file trigger) need React Aria's button with {@link getButtonClass}.
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
        // An inactive submit button would still let Enter in a field submit the form.
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
