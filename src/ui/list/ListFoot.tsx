import { CaretDownIcon } from '@phosphor-icons/react/CaretDown'
import type { ReactNode } from 'react'
import type { ListQuery } from '../../api/contract/list.ts'
import { type Paging, rangeOf } from '../../machines/rules/paging.ts'
import { useAtelier } from '../context.ts'
import { formatNumber } from '../format-number.ts'
import { Button } from '../kit/Button.tsx'
import { Icon } from '../kit/Icon.tsx'
import { Menu } from '../kit/Menu.tsx'
import { Pager } from '../kit/Pager.tsx'
import { Skeleton } from '../kit/Skeleton.tsx'
import styles from './ListFoot.module.css'
import { sizesWith } from './page-sizes.ts'

/** Props of {@link ListFoot}. */
export interface ListFootProps {
  query: ListQuery
  paging: Paging
  /** Rows shown. */
  rows: number
  totalPages: number
  /** How many there are in all. */
  total: number
  onPage: (page: number) => void
  /** Told of a pointer or the focus that comes to the next page's button, and that leaves it. */
  onNearNext?: ((isNear: boolean) => void) | undefined
  onLimit: (limit: number) => void
  /** Pages instead of one long list, or the other way round. */
  onPaging: (paging: Paging) => void
  /** What else is said there: how rows are moved by keys. */
  hint?: ReactNode
}

/** Below the list: which rows these are, how many a page holds, and the pages. */
export function ListFoot(props: ListFootProps) {
  const { query, paging, rows, totalPages, total, onPage, onNearNext, hint } = props
  const { translate, language } = useAtelier()
  const { from, to } = rangeOf(query, paging, rows)
  if (paging === 'infinite') {
    return (
      <footer className={styles.foot}>
        <span className={styles.range}>{translate('list.loaded', { n: rows, total })}</span>
        <SizeMenu {...props} />
        {hint}
      </footer>
    )
  }
  return (
    <footer className={styles.foot}>
      <span className={styles.range}>
        {translate(rows > 0 ? 'list.range' : 'list.loaded', { from, to, n: rows, total })}
      </span>
      <SizeMenu {...props} />
      {hint}
      <Pager
        className={styles.pager}
        page={query.page}
        totalPages={Math.max(totalPages, query.page)}
        onPage={onPage}
        onNearNext={onNearNext}
        words={{
          label: translate('list.pages'),
          previous: translate('list.previous'),
          next: translate('list.next'),
          page: (page) => translate('list.page', { page }),
          number: (page) => formatNumber(page, language),
        }}
      />
    </footer>
  )
}

/** How many rows a page holds, or all of them in one. */
function SizeMenu({ query: { limit: current }, paging, onLimit, onPaging }: ListFootProps) {
  const { translate } = useAtelier()
  const isPaged = paging === 'pager'
  const limits = sizesWith(current)
  const sizes = isPaged
    ? limits.map((limit) => ({
        id: String(limit),
        label: translate('list.perPage', { limit }),
        checked: limit === current,
        onAction: () => onLimit(limit),
      }))
    : [{ id: 'pages', label: translate('list.inPages'), onAction: () => onPaging('pager') }]
  const all = { id: 'all', label: translate('list.allRows'), checked: !isPaged, onAction: () => onPaging('infinite') }
  return (
    <Menu label={translate('list.pageSize')} placement="top start" groups={[{ choice: 'one', items: [...sizes, all] }]}>
      {(button) => (
        <Button {...button} variant="ghost" size="sm" className={styles.size}>
          {isPaged ? translate('list.perPage', { limit: current }) : translate('list.allRows')}
          <Icon size="xs">
            <CaretDownIcon />
          </Icon>
        </Button>
      )}
    </Menu>
  )
}

/** The place of a {@link ListFoot} while the first rows are on their way. */
export function ListFootSkeleton() {
  return (
    <footer className={styles.foot} aria-hidden="true">
      <Skeleton width={96} height={11} />
      <span className={styles.tiles}>
        {PLACES.map((place) => (
          <Skeleton key={place} width={28} height={28} />
        ))}
      </span>
    </footer>
  )
}

const PLACES = [1, 2, 3, 4, 5]
