import { RowsIcon } from '@phosphor-icons/react/Rows'
import { SquaresFourIcon } from '@phosphor-icons/react/SquaresFour'
import { useAtelier } from '../context.ts'
import { IconButton } from '../kit/IconButton.tsx'
import styles from './LookSwitch.module.css'

/** Props of {@link LookSwitch}. */
export interface LookSwitchProps {
  isGrid: boolean
  isPhone: boolean
  onChange: (isGrid: boolean) => void
}

const LOOKS = [
  { id: 'table', icon: <RowsIcon /> },
  { id: 'grid', icon: <SquaresFourIcon /> },
] as const

/** Whether a list is a table or pictures; a phone, short of room, has the one that is not shown. */
export function LookSwitch({ isGrid, isPhone, onChange }: LookSwitchProps) {
  const { translate } = useAtelier()
  const shown = isPhone ? LOOKS.filter(({ id }) => (id === 'grid') !== isGrid) : LOOKS
  return (
    <fieldset className={isPhone ? styles.one : styles.both} aria-label={translate('list.look')}>
      {shown.map(({ id, icon }) => (
        <IconButton
          key={id}
          label={translate(`list.look.${id}`)}
          icon={icon}
          size={isPhone ? 'md' : 'sm'}
          aria-pressed={isPhone ? undefined : (id === 'grid') === isGrid}
          onClick={() => onChange(id === 'grid')}
        />
      ))}
    </fieldset>
  )
}
