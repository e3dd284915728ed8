import { useBlocker } from '@tanstack/react-router'
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
  const blocker = useBlocker({
    shouldBlockFn: ({ next }) => next.pathname !== '/signin' && isUnsent(),
    enableBeforeUnload: isUnsent,
    withResolver: true,
  })
  return (
    <Dialog
      role="alertdialog"
      isOpen={blocker.status === 'blocked'}
      onClose={() => blocker.reset?.()}
      title={translate('form.leave.title')}
      footer={
        <>
          <Button variant="line" onClick={() => blocker.proceed?.()}>
            {translate('form.leave.verb')}
          </Button>
          <Button variant="ink" autoFocus onClick={() => blocker.reset?.()}>
            {translate('form.leave.stay')}
          </Button>
        </>
      }
    >
      <p>{translate(text)}</p>
    </Dialog>
  )
}
