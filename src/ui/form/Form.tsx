import { type ReactNode, useEffect, useRef } from 'react'
import { wordOf } from '../../api/contract/errors.ts'
import { useAtelier } from '../context.ts'
import { Notice } from '../kit/Notice.tsx'
import type { FormActor } from './form-actor.ts'

/** Props of {@link Form}. */
export interface FormProps {
  actor: FormActor
  /** What went wrong with the last submit and belongs to no field. */
  error: unknown
  /** The form's name for screen readers. */
  label: string
  /** So that a button outside can submit it (`form`). */
  id?: string
  className?: string | undefined
  children: ReactNode
}

/** Where a field is found by its name, and what in it takes the focus. */
const CONTROLS = ':is(input:not([tabindex="-1"]), textarea, button, [role="button"])'

/** A form's frame: the failure above its fields, and the focus on the first faulty one. Fields carry `data-field`. */
export function Form({ actor, error, label, id, className, children }: FormProps) {
  const { translate } = useAtelier()
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    const subscription = actor.on('submit.blocked', ({ field }) => {
      const controls = form.current?.querySelectorAll<HTMLElement>(`[data-field="${CSS.escape(field)}"] ${CONTROLS}`)
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
      {error !== null && <Notice tone="bad">{translate(wordOf(error))}</Notice>}
      {children}
    </form>
  )
}
