import { useSelector } from '@xstate/react'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { formatExportValue } from '../../../machines/list/export.ts'
import { menuMachine } from '../../../machines/list/menu.machine.ts'
import type { Row } from '../../../machines/list/paging.ts'
import { copyText } from '../../kit/copy-text.ts'
import { listMessages } from '../../messages/list.ts'
import { useMachineActor } from '../../use-machine-actor.ts'
import { useTranslate } from '../../use-translate.ts'
import { isRow } from '../bulk-action.ts'
import type { Column, GetMenuGroups, ListDefinition, RowAction } from '../definition.ts'
import type { ListActor } from '../state/list-actor.ts'
import type { ListWorkspace } from '../use-list-workspace.ts'
import { buildRowMenu } from './row-menu.ts'
import { useAbility } from './use-ability.ts'

type ClickAction = Extract<RowAction, { type: 'click' }>

/** Name of the built-in dialog that moves a row. */
export const MOVE_DIALOG = 'move to a place'

export interface RowActions<R> {
  groupsOf: GetMenuGroups<R>
  onAction: (row: R, action: RowAction) => void
  dialog: { name: string; row: R | null } | null
  openDialog: (name: string, row: R | null) => void
  /** Called after a dialog has changed rows. */
  onDialogConfirmed: () => void
  closeDialog: () => void
  /** Error of the last action, or `null`. */
  failure: unknown
  dismissFailure: () => void
  /** Whether an action ran since the rows last changed. The action may have removed the focused element. */
  hasActed: { current: boolean }
}

/** Submenu that moves a row without dragging (design guide §7). */
const MOVE_MENU: RowAction = {
  id: 'move to',
  type: 'submenu',
  title: 'list.moveTo',
  icon: 'move',
  subMenuItems: [
    { id: 'move to the top', type: 'setOrder', title: 'list.toTop', icon: 'top', value: 1 },
    { id: 'move to the end', type: 'setOrder', title: 'list.toEnd', icon: 'end', value: 0 },
    { id: MOVE_DIALOG, type: 'dialog', title: 'list.toPosition', icon: 'number', value: MOVE_DIALOG },
  ],
}

/** Provides the row menus, including the entries that copy a cell and, if allowed, move the row. */
export function useRowActions<R extends Row>(
  list: ListDefinition<R>,
  actor: ListActor<R>,
  isMovable: boolean,
  {
    toasts: { load: wantToasts },
    pendingChanges: { trackWhile },
    onRow,
  }: Pick<ListWorkspace<R>, 'toasts' | 'pendingChanges' | 'onRow'>,
): RowActions<R> {
  const translate = useTranslate(listMessages)
  const ability = useAbility()
  const machine = useMachineActor(menuMachine, { id: 'rows' })
  const { dialog, error } = useSelector(machine, ({ context }) => context)
  const hasActed = useRef(false)
  const [handlers] = useState(() => ({
    openDialog: (name: string, row: R | null) => machine.send({ type: 'dialog.opened', name, row }),
    onDialogConfirmed: () => machine.send({ type: 'dialog.confirmed' }),
    closeDialog: () => machine.send({ type: 'dialog.closed' }),
    dismissFailure: () => machine.send({ type: 'failure.dismissed' }),
  }))
  useEffect(() => {
    const { unsubscribe } = machine.on('rows.outdated', () => actor.send({ type: 'refresh.requested' }))
    return unsubscribe
  }, [machine, actor])
  const perform = useCallback(
    (row: R, action: ClickAction) => {
      machine.send({ type: 'action.started' })
      hasActed.current = true
      const result = action.onAction()
      if (!(result instanceof Promise)) return
      trackWhile([row.id], result).then(
        (response) =>
          actor.send(isRow(response) ? { type: 'rows.changed', rows: [response] } : { type: 'refresh.requested' }),
        (error: unknown) => machine.send({ type: 'action.failed', error }),
      )
    },
    [actor, machine, trackWhile],
  )
  const onAction = useCallback(
    (row: R, action: RowAction) => {
      if (action.type === 'dialog') handlers.openDialog(action.value, row)
      else if (action.type === 'setOrder') actor.send({ type: 'row.moved', id: row.id, position: action.value })
      else if (action.type === 'click') perform(row, action)
      else if (action.type === 'bulk') {
        hasActed.current = true
        onRow(action.value, row)
      }
    },
    [actor, perform, onRow, handlers],
  )
  const { actions, columns } = list
  const copyCell = useCallback(
    async (text: string) => {
      const [isCopied, toasts] = await Promise.all([copyText(text), wantToasts().catch(() => undefined)])
      if (isCopied) toasts?.success({ text: translate('list.copied', { text: truncateText(text) }) })
      else toasts?.error({ text: translate('list.notCopied') })
    },
    [translate, wantToasts],
  )
  const groupsOf = useMemo(
    () => (row: R) => {
      const [firstGroup = [], secondGroup = [], ...rest] = buildRowMenu(actions ?? [], row, ability)
      // Keeps submenus in a group of their own.
      const isOfMenus = secondGroup.every(({ type }) => type === 'submenu')
      const menus = [
        ...(isMovable ? [MOVE_MENU] : []),
        ...(isOfMenus ? secondGroup : []),
        copyMenuGroup(columns, row, copyCell),
      ]
      return [firstGroup, menus, ...(isOfMenus ? [] : [secondGroup]), ...rest]
    },
    [actions, ability, columns, isMovable, copyCell],
  )
  return {
    groupsOf,
    onAction,
    dialog: dialog as RowActions<R>['dialog'],
    ...handlers,
    failure: error,
    hasActed,
  }
}

/** Submenu that copies one cell of a row in its export format. */
const copyMenuGroup = <R extends Row>(
  columns: readonly Column<R>[],
  row: R,
  copyCell: (text: string) => Promise<void>,
): RowAction => ({
  id: 'copy',
  type: 'submenu',
  title: 'list.copyCell',
  icon: 'copy',
  subMenuItems: columns.map(({ field, headerName, text }) => ({
    id: `copy ${field}`,
    type: 'click',
    title: headerName,
    onAction: () => void copyCell(formatExportValue(text ? text(row[field] as never, row) : row[field])),
  })),
})

/** Maximum length of a copied text in the message, in characters. */
const MAX_COPIED_TEXT_SHOWN = 40

const truncateText = (text: string) =>
  text.length > MAX_COPIED_TEXT_SHOWN ? `${text.slice(0, MAX_COPIED_TEXT_SHOWN)}…` : text
