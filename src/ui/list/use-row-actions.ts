import { useSelector } from '@xstate/react'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { menuMachine } from '../../machines/menu.machine.ts'
import { exportText } from '../../machines/rules/export.ts'
import type { Row } from '../../machines/rules/paging.ts'
import { useAtelier } from '../context.ts'
import { copyText } from '../kit/copy-text.ts'
import { useMachineActor } from '../machine.ts'
import { isRow } from './bulk.ts'
import type { Column, GroupsOf, ListDefinition, RowAction } from './definition.ts'
import type { ListActor } from './list-actor.ts'
import { rowMenu } from './row-menu.ts'
import { useAbility } from './use-ability.ts'
import type { Work } from './use-work.ts'

type ClickAction = Extract<RowAction, { type: 'click' }>

/** The list's own question, which asks for a row's new place. */
export const MOVE_TO = 'move to a place'

/** What the menus of the rows do, and what became of it. */
export interface RowActions<R> {
  groupsOf: GroupsOf<R>
  onAction: (row: R, action: RowAction) => void
  /** What is asked; `null` where nothing is. */
  question: { name: string; row: R | null } | null
  /** Asks a question of the list, by its name. */
  ask: (name: string, row: R | null) => void
  /** The question was answered, and rows are changed by it. */
  answered: () => void
  close: () => void
  /** Why the last action failed; `null` where it did not. */
  failure: unknown
  forgetFailure: () => void
  /** An action was set off since the rows last changed: it may have taken the focus with it. */
  hasActed: { current: boolean }
}

/** The menu that moves a row without dragging (look.md §7). */
const MOVE: RowAction = {
  id: 'move to',
  type: 'submenu',
  title: 'list.moveTo',
  icon: 'move',
  subMenuItems: [
    { id: 'move to the top', type: 'setOrder', title: 'list.toTop', icon: 'top', value: 1 },
    { id: 'move to the end', type: 'setOrder', title: 'list.toEnd', icon: 'end', value: 0 },
    { id: MOVE_TO, type: 'question', title: 'list.toPosition', icon: 'number', value: MOVE_TO },
  ],
}

/** Runs the menus of the rows. Each copies what a cell holds, and where rows can be moved, moves the row. */
export function useRowActions<R extends Row>(
  list: ListDefinition<R>,
  actor: ListActor<R>,
  isMovable: boolean,
  { toasts: { want: wantToasts }, own: { during }, onRow }: Pick<Work<R>, 'toasts' | 'own' | 'onRow'>,
): RowActions<R> {
  const { translate } = useAtelier()
  const ability = useAbility()
  const machine = useMachineActor(menuMachine, { id: 'rows' })
  const { question, error: failure } = useSelector(machine, ({ context }) => context)
  const hasActed = useRef(false)
  const [tell] = useState(() => ({
    ask: (name: string, row: R | null) => machine.send({ type: 'question.opened', name, row }),
    answered: () => machine.send({ type: 'question.answered' }),
    close: () => machine.send({ type: 'question.closed' }),
    forgetFailure: () => machine.send({ type: 'failure.dismissed' }),
  }))
  useEffect(() => {
    const { unsubscribe } = machine.on('rows.outdated', () => actor.send({ type: 'refresh.requested' }))
    return unsubscribe
  }, [machine, actor])
  const perform = useCallback(
    (row: R, action: ClickAction) => {
      machine.send({ type: 'action.begun' })
      hasActed.current = true
      const work = action.onAction()
      if (!(work instanceof Promise)) return
      during([row.id], work).then(
        (answer) =>
          actor.send(isRow(answer) ? { type: 'rows.changed', rows: [answer] } : { type: 'refresh.requested' }),
        (error: unknown) => machine.send({ type: 'action.failed', error }),
      )
    },
    [actor, machine, during],
  )
  const onAction = useCallback(
    (row: R, action: RowAction) => {
      if (action.type === 'question') tell.ask(action.value, row)
      else if (action.type === 'setOrder') actor.send({ type: 'row.moved', id: row.id, position: action.value })
      else if (action.type === 'click') perform(row, action)
      else if (action.type === 'bulk') {
        hasActed.current = true
        onRow(action.value, row)
      }
    },
    [actor, perform, onRow, tell],
  )
  const { actions, columns } = list
  const copy = useCallback(
    async (text: string) => {
      const [isCopied, toasts] = await Promise.all([copyText(text), wantToasts().catch(() => undefined)])
      if (isCopied) toasts?.ok({ text: translate('list.copied', { text: shortened(text) }) })
      else toasts?.bad({ text: translate('list.notCopied') })
    },
    [translate, wantToasts],
  )
  const groupsOf = useMemo(
    () => (row: R) => {
      const [first = [], second = [], ...rest] = rowMenu(actions ?? [], row, ability)
      // They join other menus (applications, say), and stand apart from what acts at once.
      const isOfMenus = second.every(({ type }) => type === 'submenu')
      const menus = [...(isMovable ? [MOVE] : []), ...(isOfMenus ? second : []), copyMenu(columns, row, copy)]
      return [first, menus, ...(isOfMenus ? [] : [second]), ...rest]
    },
    [actions, ability, columns, isMovable, copy],
  )
  return { groupsOf, onAction, question: question as RowActions<R>['question'], ...tell, failure, hasActed }
}

/** The menu that copies one cell of a row as it would be exported. */
const copyMenu = <R extends Row>(
  columns: readonly Column<R>[],
  row: R,
  copy: (text: string) => Promise<void>,
): RowAction => ({
  id: 'copy',
  type: 'submenu',
  title: 'list.copyCell',
  icon: 'copy',
  subMenuItems: columns.map(({ field, headerName, text }) => ({
    id: `copy ${field}`,
    type: 'click',
    title: headerName,
    onAction: () => void copy(exportText(text ? text(row[field] as never, row) : row[field])),
  })),
})

/** How much of a copied text is told. */
const TOLD = 40

const shortened = (text: string) => (text.length > TOLD ? `${text.slice(0, TOLD)}…` : text)
