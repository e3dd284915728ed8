import { useBlocker } from '@tanstack/react-router'
import { isDirty } from '../../machines/rules/form.ts'
import { useAtelier } from '../context.ts'
import { Button } from '../kit/Button.tsx'
import { Dialog } from '../kit/Dialog.tsx'
import type { FormActor } from './use-form.ts'

/** Asks before the page of an unsent form is left; never on the way to signing in again, since the draft is kept. */
export function LeaveGuard({ form }: { form: FormActor }) {
  const { translate } = useAtelier()
  const isUnsent = () => {
    const { context, value } = form.getSnapshot()
    return value !== 'submitted' && isDirty(context.values, context.initial)
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
          <Button variant="line" onPress={() => blocker.proceed?.()}>
            {translate('form.leave.verb')}
          </Button>
          <Button variant="ink" autoFocus onPress={() => blocker.reset?.()}>
            {translate('form.leave.stay')}
          </Button>
        </>
      }
    >
      <p>{translate('form.leave.text')}</p>
    </Dialog>
  )
}
