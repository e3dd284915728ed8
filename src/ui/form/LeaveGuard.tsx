import { type ShouldBlockFn, useBlocker, useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { isUnkept } from '../../machines/rules/form.ts'
import { useAtelier } from '../context.ts'
import { Button } from '../kit/Button.tsx'
import { Dialog } from '../kit/Dialog.tsx'
import type { FormActor } from './form-actor.ts'

/** A form that may hold what would be lost, and how its draft is written. */
export interface WatchedForm {
  actor: FormActor
  keepDraft: () => Promise<void>
}

/** Props of {@link LeaveGuard}. */
export interface LeaveGuardProps {
  /** The forms that are watched, as they are then. */
  forms: () => readonly WatchedForm[]
}

/** Where somebody was about to go, and how. */
type Leaving = Pick<Parameters<ShouldBlockFn>[0], 'action'> & { pathname: string; search: object }

/** Asks before a page is left where something would be lost: what no draft can hold. Never on the way to signing in again. */
export function LeaveGuard({ forms }: LeaveGuardProps) {
  const { translate } = useAtelier()
  const wouldLose = () =>
    forms().some(({ actor }) => {
      const { context, value } = actor.getSnapshot()
      return value !== 'submitted' && isUnkept(context)
    })
  const router = useRouter()
  const { history, navigate } = router
  const [next, setNext] = useState<Leaving | null>(null)
  // Blocked at once, so that the address stays the form's while the question stands; whoever leaves goes the same way again.
  useBlocker({
    shouldBlockFn: async ({ current, next: { pathname, search }, action }) => {
      // Whoever has answered may turn round while the page they went to is still on its way.
      const isLeaving = current.pathname !== router.state.resolvedLocation?.pathname
      if (isLeaving || pathname === '/signin' || !wouldLose()) return false
      await Promise.all(forms().map(({ keepDraft }) => keepDraft()))
      if (!wouldLose()) return false
      setNext({ pathname, search, action })
      return true
    },
    enableBeforeUnload: wouldLose,
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
      <p>{translate('form.leave.text')}</p>
    </Dialog>
  )
}
