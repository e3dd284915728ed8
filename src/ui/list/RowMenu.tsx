import { DotsThreeIcon } from '@phosphor-icons/react/DotsThree'
import { DotsThreeVerticalIcon } from '@phosphor-icons/react/DotsThreeVertical'
import { useAtelier } from '../context.ts'
import { Button } from '../kit/Button.tsx'
import { Menu } from '../kit/Menu.tsx'
import type { MenuAction, MenuGroup } from '../kit/MenuPanel.tsx'
import type { RowAction } from './definition.ts'
import { glyphOf } from './glyph-of.tsx'

/** Props of {@link RowMenu}. */
export interface RowMenuProps {
  /** The row's name. */
  name: string
  groups: readonly (readonly RowAction[])[]
  onAction: (action: RowAction) => void
  isPhone?: boolean
}

/** The button at the end of a row and its menu; submenus nest as deep as the definition does. */
export function RowMenu({ name, groups, onAction, isPhone = false }: RowMenuProps) {
  const { translate } = useAtelier()
  const toAction = (action: RowAction): MenuAction => ({
    id: action.id,
    label: translate(action.title),
    icon: glyphOf(action.icon),
    danger: action.color === 'bad',
    checked: action.isChecked ?? false,
    ...(action.isDisabled && { disabled: action.isDisabled === true ? '' : translate(action.isDisabled) }),
    ...(action.type === 'submenu' ? { items: [toGroup(action.subMenuItems)] } : { onAction: () => onAction(action) }),
  })
  const toGroup = (actions: readonly RowAction[]): MenuGroup => ({
    items: actions.map(toAction),
    ...(actions.some(({ isChecked }) => isChecked !== undefined) && { choice: 'any' }),
  })
  const label = translate('list.actionsFor', { name })
  return (
    <Menu label={label} groups={() => groups.filter((group) => group.length > 0).map(toGroup)}>
      {(button) => (
        <Button
          {...button}
          variant="ghost"
          square
          aria-label={label}
          icon={isPhone ? <DotsThreeVerticalIcon weight="bold" /> : <DotsThreeIcon weight="bold" />}
        />
      )}
    </Menu>
  )
}
