import { type Ability, may } from '../../machines/rules/ability.ts'
import type { Row } from '../../machines/rules/paging.ts'
import type { ActionOf, RowAction } from './definition.ts'

/** The menu of a row: of what the list declares, all that fits the row and that `ability` reaches on this very row. */
export const rowMenu = <R extends Row>(
  groups: readonly (readonly ActionOf<R>[])[],
  row: R,
  ability: Ability,
): RowAction[][] =>
  groups.map((group) =>
    group
      .filter(({ needs, fits }) => (!needs || may(ability, ...needs, row)) && (fits?.(row) ?? true))
      .map((action) => lineOf(action, row)),
  )

function lineOf<R extends Row>(action: ActionOf<R>, row: R): RowAction {
  const { id, title, icon, color } = action
  const isDisabled = action.isDisabled?.(row)
  const line = { id, title, ...(icon && { icon }), ...(color && { color }), ...(isDisabled && { isDisabled }) }
  if ('run' in action) return { ...line, type: 'click', onAction: () => action.run(row) }
  if ('bulk' in action) return { ...line, type: 'bulk', value: action.bulk }
  if ('question' in action) return { ...line, type: 'question', value: action.question }
  if ('position' in action) return { ...line, type: 'setOrder', value: action.position }
  return { ...line, type: 'submenu', subMenuItems: action.items(row) }
}
