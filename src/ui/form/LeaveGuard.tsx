import { type ShouldBlockFn, useBlocker, useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { isDirty } from '../../machines/rules/form.ts'
import { useAtelier } from '../context.ts'
import { Button } from '../kit/Button.tsx'
import { Dialog } from '../kit/Dialog.tsx'
import type { FormActor } from './use-form.ts'

/** Props of {@link LeaveGuard}. */
export interface LeaveGuardProps {
  /** The form that is watched; without one `isUnsent` says whether there is something to lose. */
  form?: FormActor
  isUnsent?: () => boolean
  /** The key of the sentence that says what leaving means. Default: the draft is kept. */
  text?: string
  /** Nothing is left to lose, whatever the form holds. */
  isMoot?: () => boolean
}

/** Where somebody was about to go, and how. */
type Leaving = Pick<Parameters<ShouldBlockFn>[0], 'action'> & { pathname: string; search: object }

/** Asks before the page of an unsent form is left; never on the way to signing in again. */
export function LeaveGuard({
  form,
  isUnsent: isElseUnsent = () => false,
  text = 'form.leave.text',
  isMoot = () => false,
}: LeaveGuardProps) {
  const { translate } = useAtelier()
  const isUnsent = () => {
    if (!form) return !isMoot() && isElseUnsent()
    const { context, value } = form.getSnapshot()
    return value !== 'submitted' && !isMoot() && isDirty(context.values, context.initial)
  }
  const { history, navigate } = useRouter()
  const [next, setNext] = useState<Leaving | null>(null)
  // Blocked at once, so that the address stays the form's while the question stands; whoever leaves goes the same way again.
  useBlocker({
    shouldBlockFn: ({ next: { pathname, search }, action }) => {
      if (pathname === '/signin' || !isUnsent()) return false
      setNext({ pathname, search, action })
      return true
    },
    enableBeforeUnload: isUnsent,
  })
  const leave = ({ pathname, search, action }: Leaving) => {
    setNext(null)
    if (action === 'BACK') history.back({ ignoreBlocker: true })
    else if (action === 'FORWARD') history.forward({ ignoreBlocker: true })
    else navigate({ to: pathname, search, replace: action === 'REPLACE', ignoreBlocker: true })
  }
  return (
    <Dialog
      role="alertdialog"
      isOpen={next !== null}
      onClose={() => setNext(null)}
      title={translate('form.leave.title')}
      footer={
        <>
          <Button variant="line" onClick={() => next && leave(next)}>
            {translate('form.leave.verb')}
          </Button>
          <Button variant="ink" autoFocus onClick={() => setNext(null)}>
            {translate('form.leave.stay')}
          </Button>
        </>
      }
    >
      <p>{translate(text)}</p>
    </Dialog>
  )
}
