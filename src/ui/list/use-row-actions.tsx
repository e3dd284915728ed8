import { ArrowLineDownIcon } from '@phosphor-icons/react/ArrowLineDown'
import { ArrowLineUpIcon } from '@phosphor-icons/react/ArrowLineUp'
import { ArrowsDownUpIcon } from '@phosphor-icons/react/ArrowsDownUp'
import { HashIcon } from '@phosphor-icons/react/Hash'
import { useCallback, useMemo, useRef, useState } from 'react'
import type { Row } from '../../machines/rules/paging.ts'
import type { GroupsOf, ListDefinition, RowAction } from './definition.ts'
import type { ListActor } from './use-list.ts'

type ClickAction = Extract<RowAction, { type: 'click' }>

/** What a row's menu is waiting for: an answer, or a number. */
export type Pending<R> = { kind: 'question'; action: ClickAction } | { kind: 'place'; row: R } | null

/** What the menus of the rows do, and what became of it. */
export interface RowActions<R> {
  groupsOf: GroupsOf<R> | undefined
  onAction: (row: R, action: RowAction) => void
  /** Carries out what was asked about. */
  perform: (action: ClickAction) => void
  pending: Pending<R>
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
  icon: <ArrowsDownUpIcon />,
  subMenuItems: [
    { id: 'move to the top', type: 'setOrder', title: 'list.toTop', icon: <ArrowLineUpIcon />, value: 1 },
    { id: 'move to the end', type: 'setOrder', title: 'list.toEnd', icon: <ArrowLineDownIcon />, value: 0 },
    { id: 'move to a place', type: 'setOrder', title: 'list.toPosition', icon: <HashIcon /> },
  ],
}

/** Runs the menus of the rows; where rows can be moved, each menu says so by itself. */
export function useRowActions<R extends Row>(
  list: ListDefinition<R>,
  actor: ListActor<R>,
  isMovable: boolean,
): RowActions<R> {
  const [pending, setPending] = useState<Pending<R>>(null)
  const [failure, setFailure] = useState<unknown>(null)
  const hasActed = useRef(false)
  const close = useCallback(() => setPending(null), [])
  const forgetFailure = useCallback(() => setFailure(null), [])
  const perform = useCallback(
    (action: ClickAction) => {
      setFailure(null)
      setPending(null)
      hasActed.current = true
      action.onAction()?.then(() => actor.send({ type: 'refresh.requested' }), setFailure)
    },
    [actor],
  )
  const onAction = useCallback(
    (row: R, action: RowAction) => {
      if (action.type === 'setOrder' && action.value === undefined) setPending({ kind: 'place', row })
      else if (action.type === 'setOrder') actor.send({ type: 'row.moved', id: row.id, position: action.value ?? 0 })
      else if (action.type === 'click' && action.question) setPending({ kind: 'question', action })
      else if (action.type === 'click') perform(action)
    },
    [actor, perform],
  )
  const { actions } = list
  const groupsOf = useMemo(() => {
    if (!isMovable) return actions
    return (row: R) => {
      const [first = [], second = [], ...rest] = actions?.(row) ?? []
      // It joins other menus of places (applications, say), and stands apart from what acts at once.
      const isOfMenus = second.every(({ type }) => type === 'submenu')
      return isOfMenus ? [first, [MOVE, ...second], ...rest] : [first, [MOVE], second, ...rest]
    }
  }, [actions, isMovable])
  return { groupsOf, onAction, perform, pending, close, failure, forgetFailure, hasActed }
}
