import { CaretDownIcon } from '@phosphor-icons/react/CaretDown'
import { PlusIcon } from '@phosphor-icons/react/Plus'
import { Link, useRouter } from '@tanstack/react-router'
import { memo } from 'react'
import { may } from '../../machines/rules/ability.ts'
import { useAtelier } from '../context.ts'
import { Button } from '../kit/Button.tsx'
import { buttonClass } from '../kit/button-class.ts'
import { Icon } from '../kit/Icon.tsx'
import { IconButton } from '../kit/IconButton.tsx'
import { Menu } from '../kit/Menu.tsx'
import type { Creation, WayToCreate } from './definition.ts'
import { useAbility } from './use-ability.ts'

/** Props of {@link CreateButton}. */
export interface CreateButtonProps {
  create: Creation | undefined
  /** Its glyph alone, on a phone; there a page of its own is reached from the tab bar. */
  isCompact?: boolean
  /** Asks the question that makes one, by its name. */
  onAsk: (question: string) => void
}

/** Makes another row: by a page of its own, or by a question. Nothing for those who may not. */
export const CreateButton = memo(function CreateButton({ create, isCompact = false, onAsk }: CreateButtonProps) {
  const { translate } = useAtelier()
  const ability = useAbility()
  if (!create || !may(ability, ...create.needs)) return null
  if (isCompact)
    return 'question' in create ? (
      <IconButton
        label={translate(create.title)}
        variant="ink"
        icon={<PlusIcon weight="bold" />}
        onClick={() => onAsk(create.question)}
      />
    ) : null
  if ('question' in create)
    return (
      <Button variant="ink" icon={<PlusIcon weight="bold" />} onClick={() => onAsk(create.question)}>
        {translate(create.title)}
      </Button>
    )
  return (
    <Link to={create.to} className={buttonClass({ variant: 'ink' })}>
      <Icon size="sm">
        <PlusIcon weight="bold" />
      </Icon>
      {translate(create.title)}
    </Link>
  )
})

/** Props of {@link OtherWays}. */
export interface OtherWaysProps extends Pick<CreateButtonProps, 'onAsk'> {
  ways: readonly WayToCreate[]
  isPhone: boolean
}

/** Other ways to do so, as far as this person may: a menu; a phone, where the tab bar makes one, has it too. */
export const OtherWays = memo(function OtherWays({ ways, isPhone, onAsk }: OtherWaysProps) {
  const { translate } = useAtelier()
  const router = useRouter()
  const ability = useAbility()
  const items = ways
    .filter(({ needs }) => may(ability, ...needs))
    .map((way) => ({
      id: way.title,
      label: translate(way.title),
      onAction: () => void ('to' in way ? router.navigate({ to: way.to }) : onAsk(way.question)),
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
