import { CaretDownIcon } from '@phosphor-icons/react/CaretDown'
import type { ReactNode } from 'react'
import type { ListQuery } from '../../api/contract/list.ts'
import { type Paging, rangeOf } from '../../machines/rules/paging.ts'
import { useAtelier } from '../context.ts'
import { Button } from '../kit/Button.tsx'
import { Icon } from '../kit/Icon.tsx'
import { Menu } from '../kit/Menu.tsx'
import { Pager } from '../kit/Pager.tsx'
import { Skeleton } from '../kit/Skeleton.tsx'
import styles from './ListFoot.module.css'

/** Props of {@link ListFoot}. */
export interface ListFootProps {
  query: ListQuery
  paging: Paging
  /** Rows shown. */
  rows: number
  totalPages: number
  totalDocs: number
  onPage: (page: number) => void
  onLimit: (limit: number) => void
  /** What else is said there: how rows are moved by keys. */
  hint?: ReactNode
}

/** The page sizes on offer; a list's own stands among them. */
const LIMITS = [10, 25, 50, 100]

/** Below the list: which rows these are, how many a page holds, and the pages. */
export function ListFoot({ query, paging, rows, totalPages, totalDocs, onPage, onLimit, hint }: ListFootProps) {
  const { translate } = useAtelier()
  const { from, to } = rangeOf(query, paging, rows)
  const total = Math.max(totalDocs, to)
  const limits = LIMITS.includes(query.limit) ? LIMITS : [...LIMITS, query.limit].sort((one, other) => one - other)
  if (paging === 'infinite') {
    return (
      <footer className={styles.foot}>
        {translate('list.loaded', { n: rows, total })}
        {hint}
      </footer>
    )
  }
  return (
    <footer className={styles.foot}>
      <span className={styles.range}>{translate('list.range', { from, to, total })}</span>
      <Menu
        label={translate('list.pageSize')}
        placement="top start"
        groups={[
          {
            items: limits.map((limit) => ({
              id: String(limit),
              label: translate('list.perPage', { limit }),
              checked: limit === query.limit,
              onAction: () => onLimit(limit),
            })),
          },
        ]}
      >
        <Button variant="ghost" size="sm" className={styles.size}>
          {translate('list.perPage', { limit: query.limit })}
          <Icon size="xs">
            <CaretDownIcon />
          </Icon>
        </Button>
      </Menu>
      {hint}
      <Pager
        className={styles.pager}
        page={query.page}
        totalPages={Math.max(totalPages, query.page)}
        onPage={onPage}
        words={{
          label: translate('list.pages'),
          previous: translate('list.previous'),
          next: translate('list.next'),
          page: (page) => translate('list.page', { page }),
        }}
      />
    </footer>
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
