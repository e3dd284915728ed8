import { DotsThreeIcon } from '@phosphor-icons/react/DotsThree'
import { DotsThreeVerticalIcon } from '@phosphor-icons/react/DotsThreeVertical'
import { Button } from '../../kit/Button.tsx'
import { Menu } from '../../kit/overlays/Menu.tsx'
import type { MenuAction, MenuGroup } from '../../kit/overlays/MenuPanel.tsx'
import { renderActionIcon } from '../action-icon.tsx'
import type { RowAction } from '../definition.ts'
import { translateLabel } from '../label.ts'
import { useListTranslate } from '../use-list-translate.ts'

export interface RowMenuProps {
  name: string
  groups: readonly (readonly RowAction[])[]
  onAction: (action: RowAction) => void
  isPhone?: boolean
}

/** Menu button at the end of a row. */
export function RowMenu({ name, groups, onAction, isPhone = false }: RowMenuProps) {
  const translate = useListTranslate()
  const toAction = (action: RowAction): MenuAction => ({
    id: action.id,
    label: translateLabel(action.title, translate),
    icon: renderActionIcon(action.icon),
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
