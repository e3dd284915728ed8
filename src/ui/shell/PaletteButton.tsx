import { MagnifyingGlassIcon } from '@phosphor-icons/react/MagnifyingGlass'
import { useAtelier } from '../context.ts'
import { BareButton } from '../kit/BareButton.tsx'
import { Icon } from '../kit/Icon.tsx'
import { IconButton } from '../kit/IconButton.tsx'
import { Kbd } from '../kit/Kbd.tsx'
import { commandKey } from '../shortcut.ts'
import styles from './Shell.module.css'

/** Props of {@link PaletteButton}. */
export interface PaletteButtonProps {
  /** As a glyph alone: on a folded rail and on a phone. */
  isBare?: boolean
  onOpen: () => void
}

/** Opens the command palette: what looks like a field to search in is one as soon as it is pressed. */
export function PaletteButton({ isBare = false, onOpen }: PaletteButtonProps) {
  const { translate, language } = useAtelier()
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
        <Kbd keys={[commandKey(language), 'K']} />
      </span>
    </BareButton>
  )
}
