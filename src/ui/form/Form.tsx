import { type ReactNode, useEffect, useRef } from 'react'
import { ErrorNotice } from './ErrorNotice.tsx'
import type { FormActor } from './form-actor.ts'

export interface FormProps {
  actor: FormActor
  /** Error of the last submit, if it belongs to no field. */
  error: unknown
  /** Remedy, shown after the error message. */
  remedy?: ReactNode
  label: string
  /** Id for the `form` attribute of a submit button outside the form. */
  id?: string
  className?: string | undefined
  children: ReactNode
}

const CONTROL_SELECTOR = ':is(input:not([tabindex="-1"]), textarea, button, [role="button"])'

/**
 * Form element that shows the error and focuses the first invalid field. Finds a field by the `name` of its control, or by
 * `data-field` if the field has several controls.
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
      {/* Browsers ignore Enter in a form without a submit button of its own if the external button is disabled. */}
      <button type="submit" hidden tabIndex={-1} aria-hidden="true" />
      <ErrorNotice error={error}>{remedy}</ErrorNotice>
      {children}
    </form>
  )
}
