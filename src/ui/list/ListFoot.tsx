import { CaretDownIcon } from '@phosphor-icons/react/CaretDown'
import type { ReactNode } from 'react'
import type { ListQuery } from '../../api/contract/list.ts'
import { type Paging, rangeOf } from '../../machines/list/paging.ts'
import { useAtelier } from '../context.ts'
import { formatNumber } from '../format-number.ts'
import { Button } from '../kit/Button.tsx'
import { Skeleton } from '../kit/feedback/Skeleton.tsx'
import { Icon } from '../kit/Icon.tsx'
import { Pager } from '../kit/layout/Pager.tsx'
import { Menu } from '../kit/overlays/Menu.tsx'
import { listMessages } from '../messages/list.ts'
import { useTranslate } from '../use-translate.ts'
import styles from './ListFoot.module.css'
import { listPageSizes } from './state/page-sizes.ts'

export interface ListFootProps {
  query: ListQuery
  paging: Paging
  rows: number
  totalPages: number
  total: number
  onPage: (page: number) => void
  /** Called when the pointer or focus enters (`true`) or leaves (`false`) the next-page button. */
  onNextHover?: ((isNear: boolean) => void) | undefined
  onLimit: (limit: number) => void
  /** Switches between numbered pages and infinite scroll. */
  onPaging: (paging: Paging) => void
  /** Another hint, such as the keys that move rows. */
  hint?: ReactNode
}

/** Foot of a list: visible range, page size and pager. */
export function ListFoot(props: ListFootProps) {
  const { query, paging, rows, totalPages, total, onPage, onNextHover, hint } = props
  const translate = useTranslate(listMessages)
  const { language } = useAtelier()
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
        onNextHover={onNextHover}
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

/** Menu for the page size or infinite scroll. */
function SizeMenu({ query: { limit: current }, paging, onLimit, onPaging }: ListFootProps) {
  const translate = useTranslate(listMessages)
  const isPaged = paging === 'pager'
  const limits = listPageSizes(current)
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

/** Placeholder of a {@link ListFoot} while the first rows load. */
export function ListFootSkeleton() {
  return (
    <footer className={styles.foot} aria-hidden="true">
      <Skeleton width={96} height={11} />
      <span className={styles.tiles}>
        {SKELETON_KEYS.map((key) => (
          <Skeleton key={key} width={28} height={28} />
        ))}
      </span>
    </footer>
  )
}

const SKELETON_KEYS = [1, 2, 3, 4, 5]
