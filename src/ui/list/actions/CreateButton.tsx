import { CaretDownIcon } from '@phosphor-icons/react/CaretDown'
import { PlusIcon } from '@phosphor-icons/react/Plus'
import { Link, useRouter } from '@tanstack/react-router'
import { memo } from 'react'
import { can } from '../../../machines/session/ability.ts'
import { Button } from '../../kit/Button.tsx'
import { getButtonClass } from '../../kit/button-class.ts'
import { Icon } from '../../kit/Icon.tsx'
import { IconButton } from '../../kit/IconButton.tsx'
import { Menu } from '../../kit/overlays/Menu.tsx'
import type { CreateAction, SecondaryCreateAction } from '../definition.ts'
import { useListTranslate } from '../use-list-translate.ts'
import { useAbility } from './use-ability.ts'

export interface CreateButtonProps {
  create: CreateAction | undefined
  /**
   * Shows only the icon, for phones. If creating has its own page, renders nothing, because the phone's tab bar links to that
   * page.
   */
  isCompact?: boolean
  onOpenDialog: (dialogName: string) => void
}

/** Button that opens the page or dialog for a new row. Renders nothing for users without permission. */
export const CreateButton = memo(function CreateButton({ create, isCompact = false, onOpenDialog }: CreateButtonProps) {
  const translate = useListTranslate()
  const ability = useAbility()
  if (!create || !can(ability, ...create.needs)) return null
  if (isCompact)
    return 'dialog' in create ? (
      <IconButton
        label={translate(create.title)}
        variant="ink"
        icon={<PlusIcon weight="bold" />}
        onClick={() => onOpenDialog(create.dialog)}
      />
    ) : null
  if ('dialog' in create)
    return (
      <Button variant="ink" icon={<PlusIcon weight="bold" />} onClick={() => onOpenDialog(create.dialog)}>
        {translate(create.title)}
      </Button>
    )
  return (
    <Link to={create.to} className={getButtonClass({ variant: 'ink' })}>
      <Icon size="sm">
        <PlusIcon weight="bold" />
      </Icon>
      {translate(create.title)}
    </Link>
  )
})

export interface SecondaryCreateMenuProps extends Pick<CreateButtonProps, 'onOpenDialog'> {
  actions: readonly SecondaryCreateAction[]
  isPhone: boolean
}

/** Menu of secondary create actions that the user is allowed to run. Also shown on phones. */
export const SecondaryCreateMenu = memo(function OtherWays({
  actions,
  isPhone,
  onOpenDialog,
}: SecondaryCreateMenuProps) {
  const translate = useListTranslate()
  const router = useRouter()
  const ability = useAbility()
  const items = actions
    .filter(({ needs }) => can(ability, ...needs))
    .map((action) => ({
      id: action.title,
      label: translate(action.title),
      onAction: () => void ('to' in action ? router.navigate({ to: action.to }) : onOpenDialog(action.dialog)),
    }))
  if (items.length === 0) return null
  const label = translate('list.otherWays')
  return (
    <Menu label={label} groups={[{ items }]}>
      {(button) => (
        <IconButton
          {...button}
          label={label}
          variant={isPhone ? 'ghost' : 'ink'}
          icon={isPhone ? <PlusIcon /> : <CaretDownIcon weight="bold" />}
        />
      )}
    </Menu>
  )
})
