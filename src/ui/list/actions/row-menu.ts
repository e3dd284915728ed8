import type { Row } from '../../../machines/list/paging.ts'
import { type Ability, can } from '../../../machines/session/ability.ts'
import type { RowAction, RowActionDefinition } from '../definition.ts'

/** Returns the menu of a row: the declared actions that apply to the row and that `ability` allows. */
export const buildRowMenu = <R extends Row>(
  groups: readonly (readonly RowActionDefinition<R>[])[],
  row: R,
  ability: Ability,
): RowAction[][] =>
  groups.map((group) =>
    group
      .filter(({ needs, appliesTo }) => (!needs || can(ability, ...needs, row)) && (appliesTo?.(row) ?? true))
      .map((action) => toRowAction(action, row)),
  )

function toRowAction<R extends Row>(action: RowActionDefinition<R>, row: R): RowAction {
  const { id, title, icon, color } = action
  const isDisabled = action.isDisabled?.(row)
  const line = { id, title, ...(icon && { icon }), ...(color && { color }), ...(isDisabled && { isDisabled }) }
  if ('run' in action) return { ...line, type: 'click', onAction: () => action.run(row) }
  if ('bulk' in action) return { ...line, type: 'bulk', value: action.bulk }
  if ('dialog' in action) return { ...line, type: 'dialog', value: action.dialog }
  if ('position' in action) return { ...line, type: 'setOrder', value: action.position }
  return { ...line, type: 'submenu', subMenuItems: action.items(row) }
}
