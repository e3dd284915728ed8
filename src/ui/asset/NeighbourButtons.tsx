import { CaretDownIcon } from '@phosphor-icons/react/CaretDown'
import { CaretUpIcon } from '@phosphor-icons/react/CaretUp'
import { IconButton } from '../kit/IconButton.tsx'
import { Kbd } from '../kit/Kbd.tsx'
import { assetMessages } from '../messages/asset.ts'
import { useTranslate } from '../use-translate.ts'
import styles from './NeighbourButtons.module.css'
import type { NeighbourDirection, NeighbourNavigation } from './use-neighbours.ts'

const DIRECTION_BUTTONS = [
  ['before', 'K', <CaretUpIcon key="up" />],
  ['after', 'J', <CaretDownIcon key="down" />],
] as const satisfies [NeighbourDirection, string, React.ReactNode][]

/** Position of the asset in the list the user came from, and buttons to the previous and next asset. */
export function NeighbourButtons({
  navigation: { neighbours, go, lastDirection },
}: {
  navigation: NeighbourNavigation
}) {
  const translate = useTranslate(assetMessages)
  const { position, total } = neighbours
  return (
    <nav className={styles.neighbours} aria-label={translate('asset.neighbours')}>
      <span className={styles.place}>{translate('asset.place', { n: position, total })}</span>
      {DIRECTION_BUTTONS.map(([direction, key, icon]) => (
        <IconButton
          key={direction}
          label={translate(`asset.${direction}`)}
          tip={
            <>
              {translate(`asset.${direction}`)} <Kbd keys={[key]} />
            </>
          }
          tipPlacement="bottom"
          icon={icon}
          aria-keyshortcuts={key}
          autoFocus={lastDirection === direction}
          waiting={!neighbours[direction]}
          onClick={() => go(direction)}
        />
      ))}
    </nav>
  )
}
