import type { FocusEvent, ReactNode } from 'react'
import type { Row } from '../../../machines/list/paging.ts'
import { usePageKeys } from '../../use-page-keys.ts'
import type { RowActions } from '../actions/use-row-actions.ts'
import type { ListDefinition } from '../definition.ts'
import { rowIndexOf } from './row-keys.ts'

export interface RowPreview {
  /** `null` while the preview is closed or its row is no longer in the list. */
  view: ReactNode
  onFocus: (event: FocusEvent<HTMLElement>) => void
}

/** Shows the preview of a row. Space on a row's link toggles the preview, which then shows the focused row. */
export function useRowPreview<R extends Row>(
  { preview, dialogs }: ListDefinition<R>,
  rows: readonly R[],
  { dialog, openDialog, onDialogConfirmed, closeDialog }: RowActions<R>,
): RowPreview {
  const shownId = preview !== undefined && dialog?.name === preview ? dialog.row?.id : undefined
  const row = rows.find(({ id }) => id === shownId)
  usePageKeys((event) => {
    const { target, key, defaultPrevented } = event
    if (key !== ' ' || defaultPrevented || !(target instanceof HTMLAnchorElement)) return
    const at = rows[rowIndexOf(target)]
    if (!at) return
    event.preventDefault()
    if (at.id === shownId) closeDialog()
    else openDialog(preview!, at)
  }, preview !== undefined)
  return {
    view: row ? (dialogs?.[preview!]?.({ row, onAnswered: onDialogConfirmed, onClose: closeDialog }) ?? null) : null,
    onFocus: ({ target }) => {
      const at = shownId === undefined ? undefined : rows[rowIndexOf(target)]
      if (at && at.id !== shownId) openDialog(preview!, at)
    },
  }
}
