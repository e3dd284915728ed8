import { type ReactNode, type Ref, useEffect, useRef } from 'react'
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
  /** Told of a click on a waiting button, to lead to what it waits for. */
  onWaitingClick?: (() => void) | undefined
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
  onWaitingClick,
  className,
  children,
  ref,
  ...rest
}: ButtonProps) {
  const glyph = busy ? <Spinner /> : icon
  const own = useRef<HTMLButtonElement>(null)
  const tell = useRef(onWaitingClick)
  tell.current = onWaitingClick
  useEffect(() => {
    // React Aria keeps presses from a pending button; the browser's own click still comes.
    const button = own.current
    const click = () => tell.current?.()
    if (waiting) button?.addEventListener('click', click)
    return () => button?.removeEventListener('click', click)
  }, [waiting])
  return (
    <AriaButton
      {...rest}
      ref={(button) => {
        own.current = button
        handOn(ref, button)
      }}
      isPending={busy || waiting}
      data-waiting={waiting || undefined}
      className={classes(buttonClass({ variant, size, wide, square }), className)}
    >
      {glyph && <Icon size={size === 'sm' ? 'sm' : 'md'}>{glyph}</Icon>}
      {children}
    </AriaButton>
  )
}

function handOn(ref: Ref<HTMLButtonElement> | undefined, button: HTMLButtonElement | null): void {
  if (typeof ref === 'function') ref(button)
  else if (ref) ref.current = button
}
