import { type ReactNode, useState } from 'react'
import type { AccountSession } from '../../api/contract/auth.ts'
import { wordOf } from '../../api/contract/errors.ts'
import { useAtelier } from '../context.ts'
import { finishHeldWork } from '../held-work.ts'
import { Button } from '../kit/Button.tsx'
import { Confirm } from '../kit/Confirm.tsx'
import { Notice } from '../kit/Notice.tsx'
import { useAsking } from '../use-asking.ts'
import { SessionLines } from './SessionLines.tsx'

/** Props of {@link SessionList}; both calls reject with `ApiError`. */
export interface SessionListProps {
  loadSessions: (signal: AbortSignal) => Promise<readonly AccountSession[]>
  endSessions: () => Promise<unknown>
}

/** Where the person is signed in, and the way out of all of it. */
export function SessionList({ loadSessions, endSessions }: SessionListProps) {
  return (
    <EndSessions end={endSessions}>
      <SessionLines load={loadSessions} keptAs="account" />
    </EndSessions>
  )
}

interface EndSessionsProps {
  end: SessionListProps['endSessions']
  children: ReactNode
}

/** The way out below what it ends; why it failed stands above. */
function EndSessions({ end, children }: EndSessionsProps) {
  const { session, translate } = useAtelier()
  const [isOpen, setOpen] = useState(false)
  const [isConfirmed, setConfirmed] = useState(false)
  const { isBusy, error } = useAsking({
    about: 'end-session',
    question: isConfirmed ? 'end' : null,
    ask: async () => {
      await finishHeldWork()
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
      {error !== null && <Notice tone="bad">{translate(wordOf(error))}</Notice>}
      {children}
      <Button onClick={open}>{translate('account.endAll')}</Button>
      <Confirm
        isOpen={isOpen && error === null}
        title={translate('account.endAll.title')}
        verb={translate('account.endAll')}
        cancelText={translate('action.cancel')}
        busy={isBusy && translate('action.working')}
        onConfirm={() => setConfirmed(true)}
        onCancel={() => setOpen(false)}
      >
        {translate('account.endAll.text')}
      </Confirm>
    </>
  )
}
