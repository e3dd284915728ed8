import { MagnifyingGlassIcon } from '@phosphor-icons/react/MagnifyingGlass'
import { useAtelier } from '../context.ts'
import { BareButton } from '../kit/BareButton.tsx'
import { Icon } from '../kit/Icon.tsx'
import { IconButton } from '../kit/IconButton.tsx'
import { Kbd } from '../kit/Kbd.tsx'
import { getCommandKeyLabel } from '../shortcut.ts'
import { useTranslate } from '../use-translate.ts'
import styles from './Shell.module.css'

export interface CommandPaletteButtonProps {
  /** Shows only the icon, for a collapsed rail and phones. */
  isBare?: boolean
  onOpen: () => void
}

/** Button that opens the command palette. Looks like a search field. */
export function CommandPaletteButton({ isBare = false, onOpen }: CommandPaletteButtonProps) {
  const translate = useTranslate()
  const { language } = useAtelier()
  const label = translate('nav.search')
  const opens = { 'aria-haspopup': 'dialog', 'aria-keyshortcuts': 'Control+K Meta+K', onClick: onOpen } as const
  if (isBare)
    return (
      <IconButton
        {...opens}
        className={styles.search}
        label={label}
        icon={<MagnifyingGlassIcon />}
        tipPlacement="bottom"
      />
    )
  return (
    <BareButton {...opens} className={styles.jump}>
      <Icon>
        <MagnifyingGlassIcon />
      </Icon>
      <span className={styles.jumpWords}>{label}</span>
      <span aria-hidden="true">
        <Kbd keys={[getCommandKeyLabel(language), 'K']} />
      </span>
    </BareButton>
  )
}
