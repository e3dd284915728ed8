import type { FocusEvent, ReactNode } from 'react'
import type { Row } from '../../machines/rules/paging.ts'
import { usePageKeys } from '../use-page-keys.ts'
import type { ListDefinition } from './definition.ts'
import { indexOf } from './row-keys.ts'
import type { RowActions } from './use-row-actions.ts'

/** What shows a row beside its list. */
export interface RowPreview {
  /** `null` while it is closed, or its row is no longer there. */
  view: ReactNode
  /** The focus came to something within the rows. */
  onFocus: (event: FocusEvent<HTMLElement>) => void
}

/** Shows the list's preview of a row: Space on its link opens and closes it, and it goes on with the focus. */
export function useRowPreview<R extends Row>(
  { preview, questions }: ListDefinition<R>,
  rows: readonly R[],
  { question, ask, answered, close }: RowActions<R>,
): RowPreview {
  const shownId = preview !== undefined && question?.name === preview ? question.row?.id : undefined
  const row = rows.find(({ id }) => id === shownId)
  usePageKeys((event) => {
    const { target, key, defaultPrevented } = event
    if (key !== ' ' || defaultPrevented || !(target instanceof HTMLAnchorElement)) return
    const at = rows[indexOf(target)]
    if (!at) return
    event.preventDefault()
    if (at.id === shownId) close()
    else ask(preview!, at)
  }, preview !== undefined)
  return {
    view: row ? (questions?.[preview!]?.({ row, onAnswered: answered, onClose: close }) ?? null) : null,
    onFocus: ({ target }) => {
      const at = shownId === undefined ? undefined : rows[indexOf(target)]
      if (at && at.id !== shownId) ask(preview!, at)
    },
  }
}
