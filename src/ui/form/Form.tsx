import { type ReactNode, useEffect, useRef } from 'react'
import { ErrorNotice } from './ErrorNotice.tsx'
import type { FormActor } from './form-actor.ts'

export interface FormProps {
  actor: FormActor
  /** Error of the last submit that belongs to no field. */
  error: unknown
  /** Remedy, shown after the error message. */
  remedy?: ReactNode
  /** Accessible name of the form. */
  label: string
  /** Lets a button outside the form submit it (`form` attribute). */
  id?: string
  className?: string | undefined
  children: ReactNode
}

/** Focusable element of a field. */
const CONTROL_SELECTOR = ':is(input:not([tabindex="-1"]), textarea, button, [role="button"])'

/**
 * Frame of a form: shows the error above the fields and focuses the first invalid field. A field is found by its control's
 * `name`, or by `data-field` if it is more than one control.
 */
export function Form({ actor, error, remedy, label, id, className, children }: FormProps) {
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    const subscription = actor.on('submit.blocked', ({ field }) => {
      const name = CSS.escape(field)
      const controls = form.current?.querySelectorAll<HTMLElement>(
        `[data-field="${name}"] ${CONTROL_SELECTOR}, ${CONTROL_SELECTOR}[name="${name}"]`,
      )
      const first = [...(controls ?? [])].find((control) => !control.closest('[aria-hidden="true"]'))
      first?.focus()
    })
    return () => subscription.unsubscribe()
  }, [actor])
  return (
    <form
      ref={form}
      id={id}
      aria-label={label}
      className={className}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        actor.send({ type: 'submit.requested' })
      }}
    >
      {/* A form without its own submit button ignores Enter while the external one is disabled. */}
      <button type="submit" hidden tabIndex={-1} aria-hidden="true" />
      <ErrorNotice error={error}>{remedy}</ErrorNotice>
      {children}
    </form>
  )
}
