import { type ReactNode, useState } from 'react'
import type { AccountSession } from '../../api/contract/auth.ts'
import { getErrorMessageKey } from '../../api/contract/errors.ts'
import { useAtelier } from '../context.ts'
import { flushDelayedWork } from '../delayed-work.ts'
import { Button } from '../kit/Button.tsx'
import { Notice } from '../kit/feedback/Notice.tsx'
import { ConfirmDialog } from '../kit/overlays/ConfirmDialog.tsx'
import { ConfirmActionDialog } from '../list/actions/ConfirmActionDialog.tsx'
import { sessionMessages } from '../messages/session.ts'
import { useQuery } from '../use-query.ts'
import { useTranslate } from '../use-translate.ts'
import { SessionLines, type SessionToEnd } from './SessionLines.tsx'

/** Props of {@link OwnSessions}. All calls reject with `ApiError`. */
export interface OwnSessionsProps {
  loadSessions: (signal: AbortSignal) => Promise<readonly AccountSession[]>
  endSession: (sessionId: string) => Promise<unknown>
  endSessions: () => Promise<unknown>
}

/** List of the user's own sessions, with buttons to end one or all of them. */
export function OwnSessions({ loadSessions, endSession, endSessions }: OwnSessionsProps) {
  const translate = useTranslate(sessionMessages)
  const [endingSession, setEndingSession] = useState<SessionToEnd>()
  // Number of ended sessions. Each end reloads the list.
  const [endedCount, setEndedCount] = useState(0)
  const close = () => setEndingSession(undefined)
  return (
    <EndAllSessions end={endSessions}>
      <SessionLines key={endedCount} load={loadSessions} cacheName="account" onEnd={setEndingSession} />
      {endingSession && (
        <ConfirmActionDialog
          title={translate('account.endSession.title', { device: endingSession.device })}
          text={translate('account.endSession.text')}
          verb={translate('account.signOut')}
          act={() => endSession(endingSession.id)}
          onDone={() => {
            close()
            setEndedCount((count) => count + 1)
          }}
          onClose={close}
        />
      )}
    </EndAllSessions>
  )
}

interface EndSessionsProps {
  end: OwnSessionsProps['endSessions']
  children: ReactNode
}

/** Button that ends all sessions. `children` is the list of sessions. */
function EndAllSessions({ end, children }: EndSessionsProps) {
  const translate = useTranslate(sessionMessages)
  const { session } = useAtelier()
  const [isOpen, setOpen] = useState(false)
  const [isConfirmed, setConfirmed] = useState(false)
  const { isBusy, error } = useQuery({
    inspectorLabel: 'end-session',
    queryKey: isConfirmed ? 'end' : null,
    queryFn: async () => {
      await flushDelayedWork()
      await end()
      session.send({ type: 'logout.requested' })
      return true
    },
  })
  const open = () => {
    setOpen(true)
    if (error !== null) setConfirmed(false)
  }
  return (
    <>
      {error !== null && <Notice tone="bad">{translate(getErrorMessageKey(error))}</Notice>}
      {children}
      <Button onClick={open}>{translate('account.endAll')}</Button>
      <ConfirmDialog
        isOpen={isOpen && error === null}
        title={translate('account.endAll.title')}
        verb={translate('account.endAll')}
        cancelText={translate('action.cancel')}
        busy={isBusy && translate('action.working')}
        onConfirm={() => setConfirmed(true)}
        onCancel={() => setOpen(false)}
      >
        {translate('account.endAll.text')}
      </ConfirmDialog>
    </>
  )
}
