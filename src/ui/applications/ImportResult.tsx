import { type ReactNode, useEffect, useRef } from 'react'
import { MAX_LIMIT } from '../../api/contract/list.ts'
import type { ImportRow } from '../../api/contract/transfer.ts'
import { useAtelier } from '../context.ts'
import { formatNumber } from '../format-number.ts'
import { Button } from '../kit/Button.tsx'
import styles from './ImportResult.module.css'
import type { Imported, SomeRows } from './use-import.ts'

/** Props of {@link ImportResult}. */
export interface ImportResultProps {
  imported: Imported
  /** Whether it is imported by now, and not only looked at. */
  isImport: boolean
  /** Shows more of the rows. */
  onMore: () => void
}

/** What became of the assets, or would: how many, those that were left out, and those made without a part of what they had. */
export function ImportResult({ imported, isImport, onMore }: ImportResultProps) {
  const { translate, language } = useAtelier()
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
          {counts.map(([word, n]) => (
            <div key={word}>
              <dt>{translate(word)}</dt>
              <dd>{formatNumber(n, language)}</dd>
            </div>
          ))}
        </dl>
        {!isImport && made === 0 && <p>{translate(`applications.import.${nothingIn(imported)}`)}</p>}
      </div>
      <Rows title={translate('applications.import.leftOut')} some={leftOut} onMore={onMore}>
        {({ message }) => <span lang="en">{message}</span>}
      </Rows>
      <Rows title={translate('applications.import.incomplete')} some={incomplete} onMore={onMore}>
        {({ without }) => without.map((field) => translate(`applications.import.lacks.${field}`)).join(', ')}
      </Rows>
    </>
  )
}

/** Why nothing of an archive would be made. */
const nothingIn = ({ total, refused }: Imported) => (total === 0 ? 'empty' : refused > 0 ? 'none' : 'nothing')

interface RowsProps {
  title: string
  some: SomeRows
  onMore: () => void
  children: (row: ImportRow) => ReactNode
}

/** Assets by their names, each with what is to be said of it. */
function Rows({ title, some: { rows, total }, onMore, children }: RowsProps) {
  const { translate } = useAtelier()
  const list = useRef<HTMLUListElement>(null)
  // From where on more were asked for: what was pressed may go with the last of them, and takes the focus with it.
  const from = useRef<number>(undefined)
  useEffect(() => {
    if (from.current === undefined || rows.length <= from.current) return
    list.current?.querySelectorAll<HTMLElement>('li')[from.current]?.focus()
    from.current = undefined
  }, [rows])
  if (rows.length === 0) return null
  const next = Math.min(total, rows.length < MAX_LIMIT ? MAX_LIMIT : rows.length + MAX_LIMIT)
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
