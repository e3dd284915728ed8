import { PlusIcon } from '@phosphor-icons/react/Plus'
import { Link } from '@tanstack/react-router'
import { may } from '../../machines/rules/ability.ts'
import { useAtelier } from '../context.ts'
import { Button } from '../kit/Button.tsx'
import { buttonClass } from '../kit/button-class.ts'
import { Icon } from '../kit/Icon.tsx'
import { IconButton } from '../kit/IconButton.tsx'
import type { Creation } from './definition.ts'
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
export function CreateButton({ create, isCompact = false, onAsk }: CreateButtonProps) {
  const { translate } = useAtelier()
  const ability = useAbility()
  if (!create || !may(ability, ...create.needs)) return null
  if ('question' in create && isCompact)
    return (
      <IconButton
        label={translate(create.title)}
        variant="ink"
        icon={<PlusIcon weight="bold" />}
        onClick={() => onAsk(create.question)}
      />
    )
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
}
