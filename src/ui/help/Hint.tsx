import { useSelector } from '@xstate/react'
import { useEffect, useState } from 'react'
import { isAnonymous } from '../../machines/rules/session-record.ts'
import { useAtelier } from '../context.ts'
import { Button } from '../kit/Button.tsx'
import { hintsDone, keepHintDone } from '../preferences.ts'
import { useWords } from '../use-words.ts'
import { keysWords } from '../words/keys.ts'
import styles from './Hint.module.css'

/** What a person is told the first time, in this order. */
const HINTS = ['palette', 'keys'] as const

/** A hint: what it is about, and the last part of its sentence's key. */
export type HintName = (typeof HINTS)[number]

/** Props of {@link Hint}. */
export interface HintProps {
  /** What the person did by themselves since the page was loaded: they need no hint of it. */
  used: readonly (HintName | false)[]
}

/**
 * One thing that is good to know, in a quiet place, for those who have an account; it goes for good once it was read or done,
 * and the next one waits until the page is loaded anew.
 */
export function Hint({ used }: HintProps) {
  const { session, translate } = useAtelier()
  const data = useSelector(session, ({ context }) => context.data)
  const me = data && !isAnonymous(data) ? data._id : undefined
  const [hint, setHint] = useState(() => me && HINTS.find((name) => !hintsDone(me).includes(name)))
  const hasWords = useWords(keysWords, 'fetch')
  const done = used.filter(Boolean).join(' ')
  useEffect(() => {
    if (me) for (const name of done.split(' ').filter(Boolean)) keepHintDone(me, name)
  }, [me, done])
  if (!me || !hint || !hasWords || used.includes(hint)) return null
  return (
    <div className={styles.hint}>
      <p>{translate(`keys.hint.${hint}`)}</p>
      <Button
        size="sm"
        onClick={() => {
          keepHintDone(me, hint)
          setHint(undefined)
        }}
      >
        {translate('keys.hint.done')}
      </Button>
    </div>
  )
}
