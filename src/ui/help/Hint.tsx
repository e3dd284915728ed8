import { useSelector } from '@xstate/react'
import { useEffect, useState } from 'react'
import { isAnonymous } from '../../machines/session/session-record.ts'
import { useAtelier } from '../context.ts'
import { Button } from '../kit/Button.tsx'
import { keysMessages } from '../messages/keys.ts'
import { dismissHint, getDismissedHints } from '../preferences.ts'
import { useMessages } from '../use-messages.ts'
import styles from './Hint.module.css'

const HINTS = ['palette', 'keys'] as const

/** Topic of a hint, and the last segment of its message key. */
export type HintName = (typeof HINTS)[number]

export interface HintProps {
  /** Features that the user has used since the page was loaded. They need no hint. */
  used: readonly (HintName | false)[]
}

/**
 * Shows one unobtrusive hint to signed-in users. Dismissing the hint, or using its feature, removes the hint permanently. The
 * next hint appears after a reload.
 */
export function Hint({ used }: HintProps) {
  const { session } = useAtelier()
  const data = useSelector(session, ({ context }) => context.data)
  const currentUserId = data && !isAnonymous(data) ? data._id : undefined
  const [hint, setHint] = useState(
    () => currentUserId && HINTS.find((name) => !getDismissedHints(currentUserId).includes(name)),
  )
  const translate = useMessages(keysMessages, 'prefetch')
  const usedHints = used.filter(Boolean).join(' ')
  useEffect(() => {
    if (currentUserId) for (const name of usedHints.split(' ').filter(Boolean)) dismissHint(currentUserId, name)
  }, [currentUserId, usedHints])
  if (!currentUserId || !hint || !translate || used.includes(hint)) return null
  return (
    <div className={styles.hint}>
      <p>{translate(`keys.hint.${hint}`)}</p>
      <Button
        size="sm"
        onClick={() => {
          dismissHint(currentUserId, hint)
          setHint(undefined)
        }}
      >
        {translate('keys.hint.done')}
      </Button>
    </div>
  )
}
