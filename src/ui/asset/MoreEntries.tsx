import { useEffect, useRef } from 'react'
import { wordOf } from '../../api/contract/errors.ts'
import { useAtelier } from '../context.ts'
import { formatNumber } from '../format-number.ts'
import { Button } from '../kit/Button.tsx'
import styles from './Changelog.module.css'
import type { ShownHistory } from './use-earlier.ts'

/** The way to the earlier entries of a history, and how far it is shown; nothing where all of it came at once. */
export function MoreEntries({ history }: { history: ShownHistory }) {
  const { translate, language } = useAtelier()
  const { entries, total, hasMore, isBusy, error, showMore } = history
  const status = useRef<HTMLParagraphElement>(null)
  const hadFocus = useRef(false)
  useEffect(() => {
    // The button went with the last entries, and the focus with it.
    if (!hasMore && hadFocus.current) status.current?.focus()
  }, [hasMore])
  const say = (n: number) => formatNumber(n, language)
  return (
    <div className={styles.more}>
      {hasMore && (
        <Button
          size="sm"
          variant="ghost"
          busy={isBusy && translate('action.working')}
          onFocus={() => {
            hadFocus.current = true
          }}
          onBlur={(event) => {
            if (event.relatedTarget) hadFocus.current = false
          }}
          onClick={showMore}
        >
          {translate('activity.earlier')}
        </Button>
      )}
      <p role="status" ref={status} tabIndex={-1}>
        {translate('activity.shown', { n: say(entries.length), total: say(Math.max(total, entries.length)) })}
      </p>
      {error !== null && <p role="alert">{translate(wordOf(error))}</p>}
    </div>
  )
}
