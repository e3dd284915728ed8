import { RowsIcon } from '@phosphor-icons/react/Rows'
import { SquaresFourIcon } from '@phosphor-icons/react/SquaresFour'
import { IconButton } from '../../kit/IconButton.tsx'
import { listMessages } from '../../messages/list.ts'
import { useTranslate } from '../../use-translate.ts'
import styles from './ViewModeSwitch.module.css'

export interface ViewModeSwitchProps {
  isGrid: boolean
  isPhone: boolean
  onChange: (isGrid: boolean) => void
}

const VIEW_MODES = [
  { id: 'table', icon: <RowsIcon /> },
  { id: 'grid', icon: <SquaresFourIcon /> },
] as const

/** Switch between table and grid. On a phone, a single button changes to the other layout. */
export function ViewModeSwitch({ isGrid, isPhone, onChange }: ViewModeSwitchProps) {
  const translate = useTranslate(listMessages)
  const modes = isPhone ? VIEW_MODES.filter(({ id }) => (id === 'grid') !== isGrid) : VIEW_MODES
  return (
    <fieldset className={isPhone ? styles.one : styles.both} aria-label={translate('list.look')}>
      {modes.map(({ id, icon }) => (
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
