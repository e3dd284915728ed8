import { type ShouldBlockFn, useBlocker, useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { hasUnsavedChanges } from '../../machines/form/form.ts'
import { Button } from '../kit/Button.tsx'
import { Dialog } from '../kit/overlays/Dialog.tsx'
import { assetMessages } from '../messages/asset.ts'
import { useTranslate } from '../use-translate.ts'
import type { FormActor } from './form-actor.ts'

/** Form that may have unsaved input, and a function that stores this input as a draft. */
export interface GuardedForm {
  actor: FormActor
  saveDraft: () => Promise<void>
}

export interface LeaveGuardProps {
  /** Returns the forms that are open at the time of the call. */
  forms: () => readonly GuardedForm[]
}

type BlockedNavigation = Pick<Parameters<ShouldBlockFn>[0], 'action'> & { pathname: string; search: object }

/**
 * Shows a confirmation dialog before a navigation that would lose input, unless a draft can store the input. Never blocks the
 * redirect to the sign-in page.
 */
export function LeaveGuard({ forms }: LeaveGuardProps) {
  const translate = useTranslate(assetMessages)
  const wouldLose = () =>
    forms().some(({ actor }) => {
      const { context, value } = actor.getSnapshot()
      return value !== 'submitted' && hasUnsavedChanges(context)
    })
  const router = useRouter()
  const { history, navigate } = router
  const [blocked, setBlocked] = useState<BlockedNavigation | null>(null)
  // Blocks the navigation immediately, so that the form's URL stays while the dialog is open. Confirming repeats the navigation.
  useBlocker({
    shouldBlockFn: async ({ current, next: { pathname, search }, action }) => {
      // After confirming, the user may navigate again while the confirmed page loads.
      const isLeaving = current.pathname !== router.state.resolvedLocation?.pathname
      if (isLeaving || pathname === '/signin' || !wouldLose()) return false
      await Promise.all(forms().map(({ saveDraft }) => saveDraft()))
      if (!wouldLose()) return false
      setBlocked({ pathname, search, action })
      return true
    },
    enableBeforeUnload: wouldLose,
  })
  const navigateAway = ({ pathname, search, action }: BlockedNavigation) => {
    setBlocked(null)
    if (action === 'BACK') history.back({ ignoreBlocker: true })
    else if (action === 'FORWARD') history.forward({ ignoreBlocker: true })
    else navigate({ to: pathname, search, replace: action === 'REPLACE', ignoreBlocker: true })
  }
  return (
    <Dialog
      role="alertdialog"
      isOpen={blocked !== null}
      onClose={() => setBlocked(null)}
      title={translate('form.leave.title')}
      footer={
        <>
          <Button variant="line" onClick={() => blocked && navigateAway(blocked)}>
            {translate('form.leave.verb')}
          </Button>
          <Button variant="ink" autoFocus onClick={() => setBlocked(null)}>
            {translate('form.leave.stay')}
          </Button>
        </>
      }
    >
      <p>{translate('form.leave.text')}</p>
    </Dialog>
  )
}
