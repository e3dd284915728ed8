import { useEffect, useRef } from 'react'
import { getErrorMessageKey } from '../../api/contract/errors.ts'
import { useAtelier } from '../context.ts'
import { formatNumber } from '../format-number.ts'
import { Button } from '../kit/Button.tsx'
import { assetMessages } from '../messages/asset.ts'
import { useTranslate } from '../use-translate.ts'
import styles from './Changelog.module.css'
import type { HistoryEntries } from './use-history-entries.ts'

/** Button that loads earlier history entries, with the number of entries shown. Hidden when all entries are loaded. */
export function MoreEntriesButton({ history }: { history: HistoryEntries }) {
  const translate = useTranslate(assetMessages)
  const { language } = useAtelier()
  const { entries, total, hasMore, isBusy, error, showMore } = history
  const status = useRef<HTMLParagraphElement>(null)
  const hadFocus = useRef(false)
  useEffect(() => {
    // The button had the focus and unmounted when the last entries were loaded.
    if (!hasMore && hadFocus.current) status.current?.focus()
  }, [hasMore])
  const format = (n: number) => formatNumber(n, language)
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
        {translate('activity.shown', { n: format(entries.length), total: format(Math.max(total, entries.length)) })}
      </p>
      {error !== null && <p role="alert">{translate(getErrorMessageKey(error))}</p>}
    </div>
  )
}
