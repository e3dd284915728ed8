import { type ReactNode, useEffect, useRef } from 'react'
import { ErrorNotice } from './ErrorNotice.tsx'
import type { FormActor } from './form-actor.ts'

/** Props of {@link Form}. */
export interface FormProps {
  actor: FormActor
  /** What went wrong with the last submit and belongs to no field. */
  error: unknown
  /** What can be done about that, behind its sentence. */
  remedy?: ReactNode
  /** The form's name for screen readers. */
  label: string
  /** So that a button outside can submit it (`form`). */
  id?: string
  className?: string | undefined
  children: ReactNode
}

/** What in a field takes the focus. */
const CONTROLS = ':is(input:not([tabindex="-1"]), textarea, button, [role="button"])'

/**
 * A form's frame: the failure above its fields, and the focus on the first faulty one. A field is found by its control's
 * `name`, or carries `data-field` where it is more than a control.
 */
export function Form({ actor, error, remedy, label, id, className, children }: FormProps) {
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    const subscription = actor.on('submit.blocked', ({ field }) => {
      const name = CSS.escape(field)
      const controls = form.current?.querySelectorAll<HTMLElement>(
        `[data-field="${name}"] ${CONTROLS}, ${CONTROLS}[name="${name}"]`,
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
      {/* Without a button of its own a form is not sent by Enter while the one outside waits. */}
      <button type="submit" hidden tabIndex={-1} aria-hidden="true" />
      <ErrorNotice error={error}>{remedy}</ErrorNotice>
      {children}
    </form>
  )
}
