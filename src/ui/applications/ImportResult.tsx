import { type ReactNode, useEffect, useRef } from 'react'
import { MAX_LIST_LIMIT } from '../../api/contract/list.ts'
import type { ImportRow } from '../../api/contract/transfer.ts'
import { useAtelier } from '../context.ts'
import { formatNumber } from '../format-number.ts'
import { Button } from '../kit/Button.tsx'
import { applicationsMessages } from '../messages/applications.ts'
import { translateIfKnown } from '../messages.ts'
import { useTranslate } from '../use-translate.ts'
import styles from './ImportResult.module.css'
import type { ImportReport, RowSample } from './use-import.ts'

export interface ImportResultProps {
  imported: ImportReport
  /** Whether the result is of the import, not of the dry run. */
  isImport: boolean
  onMore: () => void
}

export function ImportResult({ imported, isImport, onMore }: ImportResultProps) {
  const translate = useTranslate(applicationsMessages)
  const { language } = useAtelier()
  const { made, same, refused, leftOut, incomplete } = imported
  const counts = [
    [isImport ? 'applications.import.made' : 'applications.import.would', made],
    ['applications.import.same', same],
    ['applications.import.refused', refused],
  ] as const
  return (
    <>
      <div role="status" className={styles.told}>
        <dl className={styles.counts}>
          {counts.map(([labelKey, n]) => (
            <div key={labelKey}>
              <dt>{translate(labelKey)}</dt>
              <dd>{formatNumber(n, language)}</dd>
            </div>
          ))}
        </dl>
        {!isImport && made === 0 && <p>{translate(`applications.import.${emptyReasonOf(imported)}`)}</p>}
      </div>
      <Rows title={translate('applications.import.leftOut')} some={leftOut} onMore={onMore}>
        {({ message }) => <span lang="en">{message}</span>}
      </Rows>
      <Rows title={translate('applications.import.incomplete')} some={incomplete} onMore={onMore}>
        {({ without }) =>
          without.map((field) => translateIfKnown(translate, 'applications.import.lacks.', field) ?? field).join(', ')
        }
      </Rows>
    </>
  )
}

const emptyReasonOf = ({ total, refused }: ImportReport) => (total === 0 ? 'empty' : refused > 0 ? 'none' : 'nothing')

interface RowsProps {
  title: string
  some: RowSample
  onMore: () => void
  children: (row: ImportRow) => ReactNode
}

function Rows({ title, some: { rows, total }, onMore, children }: RowsProps) {
  const translate = useTranslate(applicationsMessages)
  const list = useRef<HTMLUListElement>(null)
  // Index of the first added row, which gets the focus, because the pressed button may unmount with the last rows.
  const from = useRef<number>(undefined)
  useEffect(() => {
    if (from.current === undefined || rows.length <= from.current) return
    list.current?.querySelectorAll<HTMLElement>('li')[from.current]?.focus()
    from.current = undefined
  }, [rows])
  if (rows.length === 0) return null
  const next = Math.min(total, rows.length < MAX_LIST_LIMIT ? MAX_LIST_LIMIT : rows.length + MAX_LIST_LIMIT)
  return (
    <section className={styles.rows} aria-label={title}>
      <h3>{title}</h3>
      <ul ref={list}>
        {rows.map((row) => (
          <li key={row.place} tabIndex={-1}>
            <b>{row.name || translate('applications.import.unnamed', { place: row.place })}:</b> {children(row)}
          </li>
        ))}
      </ul>
      {total > rows.length && (
        <Button
          size="sm"
          onClick={() => {
            from.current = rows.length
            onMore()
          }}
        >
          {translate('applications.import.more', { n: next - rows.length })}
        </Button>
      )}
    </section>
  )
}
